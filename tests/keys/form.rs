//! The form of keys and secrets, and the pepper.

use loanfile::credentials::{Credential, CredentialKind, Pepper};
use loanfile::error::ErrorKind;
use std::collections::BTreeSet;

#[test]
fn a_credential_has_prefix_random_letters_and_a_checksum() {
    for (kind, prefix) in [(CredentialKind::ApiKey, "lfk_"), (CredentialKind::ClientSecret, "lfs_")] {
        let credential = Credential::generate(kind).unwrap();
        let text = credential.expose();
        assert_eq!(text.len(), 4 + 30 + 6, "{text}");
        assert!(text.starts_with(prefix) && text[4..].bytes().all(|letter| letter.is_ascii_alphanumeric()), "{text}");
        assert_eq!(credential.handle(), &text[4..12]);
        assert_eq!(Credential::parse(kind, text).unwrap().handle(), credential.handle());
        let other = if kind == CredentialKind::ApiKey { CredentialKind::ClientSecret } else { CredentialKind::ApiKey };
        assert!(Credential::parse(other, text).is_none());
        assert!(!format!("{credential:?}").contains(&text[12..]), "{credential:?}");
    }
}

#[test]
fn the_checksum_is_crc32_in_base_62_over_prefix_and_letters() {
    // CRC-32 of "lfk_" and thirty zeros, worked out with another program: 0x3B27FDF2 = 992476658.
    let text = "lfk_000000000000000000000000000000";
    let mut number = crc32fast::hash(text.as_bytes());
    let alphabet = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut tail = Vec::new();
    for _ in 0..6 {
        tail.insert(0, alphabet[(number % 62) as usize]);
        number /= 62;
    }
    let whole = format!("{text}{}", String::from_utf8(tail).unwrap());
    assert!(Credential::parse(CredentialKind::ApiKey, &whole).is_some(), "{whole}");
}

#[test]
fn every_single_typing_mistake_is_refused() {
    let credential = Credential::generate(CredentialKind::ApiKey).unwrap();
    let text = credential.expose();
    for at in 0..text.len() {
        for letter in ["0", "z", "_", "é"] {
            let mistyped = format!("{}{letter}{}", &text[..at], &text[at + 1..]);
            let refused = Credential::parse(CredentialKind::ApiKey, &mistyped).is_none();
            assert!(refused || mistyped == text, "{at} {letter}");
        }
        let short = format!("{}{}", &text[..at], &text[at + 1..]);
        assert!(Credential::parse(CredentialKind::ApiKey, &short).is_none(), "without letter {at}");
    }
    for text in ["", "lfk_", "lfk_é", "no key at all", &text.repeat(2)] {
        assert!(Credential::parse(CredentialKind::ApiKey, text).is_none(), "{text}");
    }
}

#[test]
fn letters_are_drawn_evenly_and_never_twice() {
    let mut counts = [0u32; 128];
    let mut seen = BTreeSet::new();
    for _ in 0..2000 {
        let credential = Credential::generate(CredentialKind::ApiKey).unwrap();
        assert!(seen.insert(credential.expose().to_string()));
        credential.expose()[4..34].bytes().for_each(|letter| counts[usize::from(letter)] += 1);
    }
    let drawn: Vec<u32> = counts.into_iter().filter(|count| *count > 0).collect();
    // 60,000 letters over 62: 968 each, with a deviation of 31; seven of those are never left by chance.
    assert_eq!(drawn.len(), 62);
    assert!(drawn.iter().all(|count| (750..=1190).contains(count)), "{drawn:?}");
}

#[test]
fn the_pepper_is_its_owners_and_decides_the_digest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key.pepper");
    assert!(Pepper::load(&path).unwrap().is_none());
    let pepper = Pepper::make(&path).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let credential = Credential::generate(CredentialKind::ClientSecret).unwrap();
    let digest = pepper.digest(&credential);
    assert_eq!(digest.len(), 64);
    assert!(pepper.is_digest_of(&digest, credential.expose()) && !pepper.is_digest_of(&digest, "other"));
    let again = Pepper::load(&path).unwrap().unwrap();
    assert_eq!(again.digest(&credential), digest);
    assert_eq!(Pepper::make(&path).unwrap().digest(&credential), digest, "one that is there stays");
    let other = Pepper::make(&folder.path().join("other")).unwrap();
    assert_ne!(other.digest(&credential), digest);
    std::fs::write(&path, "half").unwrap();
    assert_eq!(Pepper::load(&path).err().unwrap().kind(), ErrorKind::Integrity);
}
