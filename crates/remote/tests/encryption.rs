//! Encrypted ways to a server: who believes whom, and what a user is told who is not believed.

#![expect(clippy::unwrap_used, reason = "a test may")]
#![allow(clippy::allow_attributes, dead_code, reason = "the server is for more than one test")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use common::Server;
use lop_engine::{Cancel, Oracle, Question, Verdict};
use lop_oracle::site::{Away, Fallback};
use lop_oracle::{CommandOracle, CommandSpec};
use lop_remote::{Options, Patience, Remote};
use lop_runner::away::RemoteOptions;
use lop_runner::test::{Subject, Test};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tonic::transport::{Certificate, Identity, ServerTlsConfig};

const PATIENCE: Patience =
    Patience { tries: 7, first: Duration::ZERO, longest: Duration::ZERO, silence: Duration::from_secs(3600) };

/// Who signs certificates.
struct Authority {
    issuer: Issuer<'static, KeyPair>,
    certificate: String,
}

impl Authority {
    fn new() -> Authority {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let certificate = params.self_signed(&key).unwrap().pem();
        Authority { issuer: Issuer::new(params, key), certificate }
    }

    /// A certificate for `name`, and its key.
    fn sign(&self, name: &str) -> (String, String) {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new([name.to_owned()]).unwrap();
        (params.signed_by(&key, &self.issuer).unwrap().pem(), key.serialize_pem())
    }

    /// What a server shows that is called `name`.
    fn server(&self, name: &str) -> ServerTlsConfig {
        let (certificate, key) = self.sign(name);
        ServerTlsConfig::new().identity(Identity::from_pem(certificate, key))
    }
}

/// A directory with certificates.
struct Drawer(tempfile::TempDir);

impl Drawer {
    fn new() -> Drawer {
        Drawer(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// What a user says who trusts that authority.
    fn trusting(&self, server: &Server, authority: &Authority) -> Options {
        let ca = Some(self.file("ca.pem", &authority.certificate));
        let address = format!("grpcs://localhost:{}/main", server.port);
        Options { ca, ..Options::new(address.parse().unwrap()) }
    }

    /// And is signed for by `by`.
    fn signed(&self, by: &Authority) -> (PathBuf, PathBuf) {
        let (certificate, key) = by.sign("me");
        (self.file("me.pem", &certificate), self.file("me.key", &key))
    }
}

fn verdict(options: &Options, text: &str) -> Verdict {
    let site = Remote::new(options, Path::new("/nowhere"), PATIENCE).unwrap();
    let command = ["sh", "-c", "grep -q needle a.c"].map(Into::into).to_vec();
    let away = Some(Away::new(std::sync::Arc::new(site), Fallback::Stop));
    let oracle = CommandOracle::new(CommandSpec { away, ..CommandSpec::new(command, "a.c") }).unwrap();
    oracle.ask(&Question::about(&[text.as_bytes().into()], &Cancel::new())).unwrap().verdict
}

/// Why a server cannot be used.
fn refusal(options: &Options) -> String {
    Remote::new(options, Path::new("/nowhere"), PATIENCE).map(drop).unwrap_err().to_string()
}

#[test]
fn a_server_is_believed_whose_certificate_is_signed_by_whom_the_user_names() {
    let (authority, drawer) = (Authority::new(), Drawer::new());
    let server = Server::encrypted(authority.server("localhost"));
    let options = drawer.trusting(&server, &authority);
    assert_eq!(verdict(&options, "a needle"), Verdict::Interesting);
    assert_eq!(verdict(&options, "hay"), Verdict::Boring);
}

#[test]
fn one_that_somebody_else_has_signed_for_is_not_and_the_user_hears_what_to_name() {
    let (authority, drawer) = (Authority::new(), Drawer::new());
    let server = Server::encrypted(Authority::new().server("localhost"));
    let said = refusal(&drawer.trusting(&server, &authority));
    assert!(
        said.contains("certificate of the server is not believed") && said.contains("--remote-ca FILE"),
        "{said}"
    );
}

#[test]
fn nor_is_one_with_another_name() {
    let (authority, drawer) = (Authority::new(), Drawer::new());
    let server = Server::encrypted(authority.server("build.example"));
    let said = refusal(&drawer.trusting(&server, &authority));
    assert!(said.contains("not believed") && said.contains("as the host of --remote"), "{said}");
}

#[test]
fn a_server_that_wants_to_know_who_asks_is_shown_our_certificate() {
    let (authority, drawer) = (Authority::new(), Drawer::new());
    let asks = authority.server("localhost").client_ca_root(Certificate::from_pem(&authority.certificate));
    let server = Server::encrypted(asks);
    let options =
        Options { identity: Some(drawer.signed(&authority)), ..drawer.trusting(&server, &authority) };
    assert_eq!(verdict(&options, "a needle"), Verdict::Interesting);
}

#[test]
fn without_one_that_it_trusts_the_user_hears_what_to_show() {
    let (authority, drawer) = (Authority::new(), Drawer::new());
    let asks = authority.server("localhost").client_ca_root(Certificate::from_pem(&authority.certificate));
    let server = Server::encrypted(asks);
    let without = drawer.trusting(&server, &authority);
    let with_another = Options { identity: Some(drawer.signed(&Authority::new())), ..without.clone() };
    for options in [without, with_another] {
        let said = refusal(&options);
        assert!(said.contains("--remote-cert FILE --remote-key FILE"), "{said}");
    }
}

#[test]
fn what_a_user_says_of_certificates_is_meant_from_where_the_user_is() {
    let (authority, drawer) = (Authority::new(), Drawer::new());
    let asks = authority.server("localhost").client_ca_root(Certificate::from_pem(&authority.certificate));
    let server = Server::encrypted(asks);
    drawer.trusting(&server, &authority);
    drawer.signed(&authority);
    let mut options = lop_runner::Options::default();
    options.test.command = ["sh", "-c", "grep -q needle a.c"].map(Into::into).to_vec();
    options.test.directory = drawer.0.path().to_owned();
    options.away.remote = RemoteOptions {
        server: Some(format!("grpcs://localhost:{}/main", server.port)),
        ca: Some("ca.pem".into()),
        certificate: Some("me.pem".into()),
        key: Some("me.key".into()),
        ..RemoteOptions::default()
    };
    let subject = Subject { name: "a.c".into(), path: "a.c".into(), on_disk: false, project: None };
    let test = Test::new(&options, &subject).unwrap();
    let files = [b"a needle"[..].into()];
    let answer = test.oracle().ask(&Question::about(&files, &Cancel::new())).unwrap();
    assert_eq!(answer.verdict, Verdict::Interesting);
}

#[test]
fn a_file_that_is_no_certificate_or_no_key_is_named() {
    let (authority, drawer) = (Authority::new(), Drawer::new());
    let server = Server::encrypted(authority.server("localhost"));
    let good = drawer.trusting(&server, &authority);
    let (certificate, key) = drawer.signed(&authority);
    let nothing = drawer.file("nothing.pem", "nothing\n");
    let options = Options { ca: Some(nothing.clone()), ..good.clone() };
    assert!(
        refusal(&options).contains("there is no certificate in") && refusal(&options).contains("nothing.pem")
    );
    let options = Options { identity: Some((key.clone(), key.clone())), ..good.clone() };
    assert!(refusal(&options).contains("there is no certificate in") && refusal(&options).contains("me.key"));
    let options = Options { identity: Some((certificate, nothing)), ..good.clone() };
    assert!(
        refusal(&options).contains("there is no private key in") && refusal(&options).contains("nothing.pem")
    );
    let broken = drawer.file("broken.pem", "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n");
    let said = refusal(&Options { ca: Some(broken), ..good });
    assert!(said.contains("cannot encrypt the way") && said.contains("--remote-ca"), "{said}");
}

#[test]
fn whoever_comes_plainly_to_an_encrypted_server_or_the_other_way_round_hears_of_the_two_kinds_of_address() {
    let (authority, drawer) = (Authority::new(), Drawer::new());
    let server = Server::encrypted(authority.server("localhost"));
    let plain = format!("grpc://localhost:{}/main", server.port);
    let said = refusal(&Options::new(plain.parse().unwrap()));
    assert!(said.contains("grpcs:// is encrypted"), "{said}");
    let server = Server::good();
    let said = refusal(&drawer.trusting(&server, &authority));
    assert!(said.contains("grpc:// is plain"), "{said}");
}
