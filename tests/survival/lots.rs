//! Lots that are drawn the same way every time, and how many of them.

/// Numbers that look random.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// How often to draw: so often, or twenty times as often in the long form.
pub(crate) fn draws(short: usize) -> usize {
    if std::env::var_os("LOP_SURVIVAL").is_some_and(|it| it == "long") { 20 * short } else { short }
}
