//! Where a server is: `grpc(s)://HOST[:PORT][/INSTANCE]`.

use std::fmt;
use std::str::FromStr;

/// The address of a server.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address {
    /// True when the way there is encrypted.
    pub is_secure: bool,
    /// The host and its port.
    pub authority: String,
    /// What the server calls the part of it that is meant; mostly empty.
    pub instance: String,
}

impl Address {
    /// The same as HTTP spells it.
    pub(crate) fn uri(&self) -> String {
        let scheme = if self.is_secure { "https" } else { "http" };
        format!("{scheme}://{}", self.authority)
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Address, String> {
        let wrong = |why: &str| Err(format!("{why}: write it as grpcs://HOST:PORT/INSTANCE"));
        let (is_secure, rest) = match text.split_once("://") {
            Some(("grpcs", rest)) => (true, rest),
            Some(("grpc", rest)) => (false, rest),
            _ => return wrong("the address of a server begins with grpc:// or grpcs://"),
        };
        let (authority, instance) = rest.split_once('/').unwrap_or((rest, ""));
        if authority.contains('@') {
            return wrong("credentials do not belong into an address: --remote-header-file has them");
        }
        let port = authority.rsplit_once(':').map(|it| it.1).filter(|it| !it.ends_with(']'));
        let (host, port) = match port {
            Some(port) => (&authority[..authority.len() - port.len() - 1], Some(port)),
            None => (authority, None),
        };
        if host.is_empty() || host.contains(|it: char| it.is_whitespace() || it == '?' || it == '#') {
            return wrong("the address of a server needs a host");
        }
        if port.is_some_and(|it| !it.parse::<u16>().is_ok_and(|it| it > 0)) {
            return wrong("a port is a number from 1 to 65535");
        }
        let usual = if is_secure { 443 } else { 80 };
        let authority = if port.is_some() { authority.to_owned() } else { format!("{host}:{usual}") };
        Ok(Address { is_secure, authority, instance: instance.trim_end_matches('/').to_owned() })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "grpcs" } else { "grpc" };
        write!(f, "{scheme}://{}", self.authority)?;
        if self.instance.is_empty() { Ok(()) } else { write!(f, "/{}", self.instance) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_maybe_a_port_and_an_instance() {
        let read = |text: &str| text.parse::<Address>().map(|it| (it.uri(), it.instance));
        assert_eq!(read("grpc://build:8980/main"), Ok(("http://build:8980".into(), "main".into())));
        assert_eq!(
            read("grpcs://build.example/a/b/"),
            Ok(("https://build.example:443".into(), "a/b".into()))
        );
        assert_eq!(read("grpc://[::1]:8980"), Ok(("http://[::1]:8980".into(), String::new())));
        assert_eq!(read("grpc://[::1]"), Ok(("http://[::1]:80".into(), String::new())));
        for text in
            ["build:8980", "https://build", "grpc://", "grpc://:80", "grpc://a:0", "grpc://a:b", "grpc://a b"]
        {
            assert!(read(text).unwrap_err().contains("grpcs://HOST:PORT"), "{text}");
        }
        assert!(read("grpcs://me:secret@build").unwrap_err().contains("--remote-header-file"));
        assert_eq!("grpcs://a/b".parse::<Address>().unwrap().to_string(), "grpcs://a:443/b");
    }
}
