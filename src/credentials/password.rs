//! Passwords of people.
//!
//! Invariant: what is kept is an Argon2id hash with a salt of its own, and comparing costs as much for a user who does
//! not exist, so that the time of an answer tells nobody who does.

use super::fill_random;
use crate::error::{Error, Result};
use crate::model::Secret;
use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use subtle::ConstantTimeEq;

/// What one hash costs, by the OWASP password storage cheat sheet (its second choice of equal strength): 19 MiB of
/// memory, two passes, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

const SALT_BYTES: usize = 16;
const HASH_BYTES: usize = 32;

/// The fewest letters: NIST SP 800-63B asks for 8, and for 15 where nothing else protects an account.
const SHORTEST: usize = 12;

/// The most letters, so that nobody makes hashing costly with a long text.
const LONGEST: usize = 256;

/// An Argon2id hash with its salt and its costs.
pub struct PasswordHash {
    params: Params,
    salt: Vec<u8>,
    hash: Vec<u8>,
}

impl PasswordHash {
    /// Hashes a password with a new salt.
    ///
    /// # Errors
    /// `Unavailable` when the system has no random numbers, `Internal` when the hash cannot be made.
    pub fn of(password: &Secret) -> Result<Self> {
        let mut salt = vec![0; SALT_BYTES];
        fill_random(&mut salt)?;
        let params = Params::new(MEMORY_KIB, PASSES, LANES, Some(HASH_BYTES)).map_err(unmade)?;
        let hash = hashed(&params, password, &salt, HASH_BYTES)?;
        Ok(Self { params, salt, hash })
    }

    /// Reads what [`PasswordHash::to_text`] wrote; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.strip_prefix("$argon2id$v=19$")?.split('$');
        let (costs, salt, hash) = (parts.next()?, parts.next()?, parts.next()?);
        let mut costs = costs.split(',');
        let mut cost = |name: &str| costs.next()?.strip_prefix(name)?.strip_prefix('=')?.parse::<u32>().ok();
        let (memory, passes, lanes) = (cost("m")?, cost("t")?, cost("p")?);
        let hash = STANDARD_NO_PAD.decode(hash).ok()?;
        let params = Params::new(memory, passes, lanes, Some(hash.len())).ok()?;
        let salt = STANDARD_NO_PAD.decode(salt).ok()?;
        parts.next().is_none().then_some(Self { params, salt, hash })
    }

    /// Returns it as a PHC string, such as `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`.
    pub fn to_text(&self) -> String {
        let (memory, passes, lanes) = (self.params.m_cost(), self.params.t_cost(), self.params.p_cost());
        let (salt, hash) = (STANDARD_NO_PAD.encode(&self.salt), STANDARD_NO_PAD.encode(&self.hash));
        format!("$argon2id$v=19$m={memory},t={passes},p={lanes}${salt}${hash}")
    }

    /// Tells whether a password is the one that was hashed; without a hash it is not, and that takes as long.
    ///
    /// # Errors
    /// `Internal` when the hash cannot be made.
    pub fn is_of(kept: Option<&Self>, password: &Secret) -> Result<bool> {
        let nobody = || -> Result<Self> {
            let params = Params::new(MEMORY_KIB, PASSES, LANES, Some(HASH_BYTES)).map_err(unmade)?;
            Ok(Self { params, salt: vec![0; SALT_BYTES], hash: vec![0; HASH_BYTES] })
        };
        // A text that is too long to be anyone's password costs nothing.
        let fits = password.expose().chars().count() <= LONGEST;
        let compared = match kept {
            Some(kept) if fits => kept.compare(password)?,
            _ if fits => nobody()?.compare(password)?,
            _ => false,
        };
        Ok(compared && kept.is_some())
    }

    fn compare(&self, password: &Secret) -> Result<bool> {
        let hash = hashed(&self.params, password, &self.salt, self.hash.len())?;
        Ok(hash.ct_eq(&self.hash).into())
    }
}

/// Checks that a user of a name can have a password.
///
/// # Errors
/// `InvalidInput` for one that is too short or too long, and for the user's own name.
pub fn check_password(name: &str, password: &Secret) -> Result<()> {
    let text = password.expose();
    let letters = text.chars().count();
    let refuse = |why: String| {
        Err(Error::invalid_input(format!("this cannot be the password: {why}"))
            .hint(format!("take {SHORTEST} to {LONGEST} letters; several words in a row are good")))
    };
    if letters < SHORTEST {
        return refuse(format!("it has {letters} letters"));
    }
    if letters > LONGEST {
        return refuse(format!("it has more than {LONGEST} letters"));
    }
    let folded = text.to_lowercase();
    let own = name.to_lowercase();
    if folded.trim() == own || folded.replace(&own, "").trim().is_empty() {
        return refuse("it is the user's name".to_string());
    }
    let mut distinct: Vec<char> = folded.chars().collect();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() == 1 {
        return refuse("it is one letter again and again".to_string());
    }
    Ok(())
}

fn hashed(params: &Params, password: &Secret, salt: &[u8], length: usize) -> Result<Vec<u8>> {
    let mut hash = vec![0; length];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone())
        .hash_password_into(password.expose().as_bytes(), salt, &mut hash)
        .map_err(unmade)?;
    Ok(hash)
}

fn unmade(error: argon2::Error) -> Error {
    Error::internal(format!("a password cannot be hashed: {error}"))
}
