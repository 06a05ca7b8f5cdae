//! Encryption: who the server must prove to be, who we say that we are, and what it means when one of the two is not believed.

use std::error::Error;
use std::io;
use std::path::Path;

use lop_engine::OracleError;
use rustls::{AlertDescription, CertificateError};
use tonic::transport::{Certificate, ClientTlsConfig, Identity};

use crate::options::{self, Options};

/// What is believed, and what is shown.
pub(crate) fn config(options: &Options) -> Result<ClientTlsConfig, OracleError> {
    let config = ClientTlsConfig::new();
    let mut config = match &options.ca {
        Some(path) => config.ca_certificate(Certificate::from_pem(pem(path, "CERTIFICATE")?)),
        None => config.with_native_roots(),
    };
    if let Some((certificate, key)) = &options.identity {
        config =
            config.identity(Identity::from_pem(pem(certificate, "CERTIFICATE")?, pem(key, "PRIVATE KEY")?));
    }
    Ok(config)
}

/// Why no connection can be made that is encrypted like this.
pub(crate) fn unusable(options: &Options, error: &(dyn Error + 'static)) -> OracleError {
    // The last of a chain of errors says the most.
    let mut reason = error;
    while let Some(cause) = reason.source() {
        reason = cause;
    }
    let error = OracleError::new(format!("cannot encrypt the way to {}: {reason}", options.address));
    error.with_remedy(if options.ca.is_none() {
        "install the certificates that this system trusts (ca-certificates), or name others: --remote-ca FILE"
    } else {
        "see whether the files of --remote-ca, --remote-cert and --remote-key are what they should be"
    })
}

/// Whom `error` says that the server or we do not believe; `None` where it is about something else.
pub(crate) fn distrust(error: &(dyn Error + 'static)) -> Option<OracleError> {
    let mut next = Some(error);
    while let Some(error) = next {
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let found = inner.and_then(|it| it.downcast_ref()).or_else(|| error.downcast_ref());
        if let Some(told) = found.and_then(explained) {
            return Some(told);
        }
        next = inner.map_or_else(|| error.source(), |it| Some(it as &(dyn Error + 'static)));
    }
    None
}

fn explained(error: &rustls::Error) -> Option<OracleError> {
    use AlertDescription as Alert;
    match error {
        rustls::Error::InvalidCertificate(why) => Some(
            OracleError::new(format!("the certificate of the server is not believed: {why}")).with_remedy(
                match why {
                    CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                        "use the name that it is made out to as the host of --remote"
                    }
                    CertificateError::Expired
                    | CertificateError::ExpiredContext { .. }
                    | CertificateError::NotValidYet
                    | CertificateError::NotValidYetContext { .. } => {
                        "see whether the clocks are right, and have it renewed"
                    }
                    _ => "name a file with the certificates of who has signed it: --remote-ca FILE",
                },
            ),
        ),
        rustls::Error::AlertReceived(
            alert @ (Alert::CertificateRequired
            | Alert::BadCertificate
            | Alert::UnsupportedCertificate
            | Alert::CertificateRevoked
            | Alert::CertificateExpired
            | Alert::CertificateUnknown
            | Alert::UnknownCA
            | Alert::AccessDenied),
        ) => Some(
            OracleError::new(format!("the server does not believe who we are: {alert:?}"))
                .with_remedy("show it a certificate that it trusts: --remote-cert FILE --remote-key FILE"),
        ),
        _ => None,
    }
}

/// Reads a file with such an entry.
fn pem(path: &Path, entry: &str) -> Result<String, OracleError> {
    let text = options::read(path)?;
    // A key may be said to be of one kind: `RSA PRIVATE KEY`.
    let is_there =
        |it: &str| it.starts_with("-----BEGIN ") && it.trim_end().ends_with(&format!("{entry}-----"));
    if text.lines().any(is_there) {
        return Ok(text);
    }
    let what = entry.to_lowercase();
    Err(OracleError::new(format!("there is no {what} in {}", path.display()))
        .with_remedy(format!("name a file in PEM: it has a line -----BEGIN {entry}-----")))
}
