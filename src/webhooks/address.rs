//! Where deliveries may go: nowhere inside the network that this program runs in, unless that is allowed.
//!
//! Source: the special-purpose address registries of IANA (RFC 6890 and its updates), and the OWASP cheat sheet on
//! server-side request forgery.

use crate::error::{Error, Result};
use ipnet::{Ipv4Net, Ipv6Net};
use reqwest::Url;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Which places may be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AddressRules {
    /// Without encryption too.
    pub allow_http: bool,
    /// This machine and the private networks around it too; never link-local addresses, where clouds keep secrets.
    pub allow_private_addresses: bool,
    /// Other ports than 443 and 8443 too.
    pub allow_any_port: bool,
}

/// The longest address that is taken, in bytes.
const LONGEST: usize = 2048;

/// Private and shared networks and this machine itself: they can be allowed.
const PRIVATE_V4: [&str; 5] = ["10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"];
const PRIVATE_V6: [&str; 2] = ["::1/128", "fc00::/7"];

/// What nobody on the Internet has: "this network", link-local, protocol assignments, documentation, benchmarks,
/// multicast, reserved.
const NOBODY_V4: [&str; 10] = [
    "0.0.0.0/8",
    "169.254.0.0/16",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
];

/// The same, with tunnels whose other end cannot be known (Teredo) and local translation (64:ff9b:1::/48).
const NOBODY_V6: [&str; 10] = [
    "::/128",
    "64:ff9b:1::/48",
    "100::/64",
    "2001::/23",
    "2001:db8::/32",
    "3fff::/20",
    "5f00::/16",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
];

/// Returns the address of a receiver as it is used.
///
/// # Errors
/// `InvalidInput` when it is no address, is not encrypted, has a port, a user or a host that is not allowed.
pub fn check_url(text: &str, rules: AddressRules) -> Result<Url> {
    let wrong = |why: &str| Error::invalid_input(format!("the url cannot be used: {why}"));
    if text.len() > LONGEST {
        return Err(wrong("it is longer than 2048 bytes"));
    }
    let url = Url::parse(text).map_err(|_| wrong("it is no address"))?;
    match url.scheme() {
        "https" => {}
        "http" if rules.allow_http => {}
        "http" => {
            return Err(wrong("it is not encrypted").hint("use https, or set allow_http = true under [webhooks]"));
        }
        _ => return Err(wrong("it does not begin with https")),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("it holds a user or a password"));
    }
    if url.fragment().is_some() {
        return Err(wrong("it has a part behind #"));
    }
    let port = url.port_or_known_default().unwrap_or(0);
    if !(rules.allow_any_port || matches!(port, 443 | 8443) || (url.scheme() == "http" && port == 80)) {
        return Err(wrong("its port is neither 443 nor 8443").hint("set allow_any_port = true under [webhooks]"));
    }
    let host = url.host_str().unwrap_or_default();
    if let Some(address) = literal(host) {
        check_address(address, rules)?;
    }
    let name = host.trim_end_matches('.');
    if name.is_empty() {
        return Err(wrong("it has no host"));
    }
    let is_local = name == "localhost" || name.ends_with(".localhost");
    if is_local && !rules.allow_private_addresses {
        return Err(not_allowed());
    }
    Ok(url)
}

/// Returns the host of an address, which may be told; empty when there is none.
pub fn host_of(url: &str) -> String {
    Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_string)).unwrap_or_default()
}

/// Checks that deliveries may go to an address of the network.
///
/// # Errors
/// `InvalidInput` when not; the message says nothing about what is there.
pub fn check_address(address: IpAddr, rules: AddressRules) -> Result<()> {
    let kind = match address {
        IpAddr::V4(address) => kind_v4(address),
        IpAddr::V6(address) => kind_v6(address),
    };
    match kind {
        Kind::Public => Ok(()),
        Kind::Private if rules.allow_private_addresses => Ok(()),
        Kind::Private | Kind::Nobody => Err(not_allowed()),
    }
}

/// Returns the address that a host in a URL is; `None` for a name.
pub(super) fn literal(host: &str) -> Option<IpAddr> {
    host.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

fn not_allowed() -> Error {
    Error::invalid_input("the url cannot be used: its address is private, local or reserved")
        .hint("set allow_private_addresses = true under [webhooks] for a receiver of your own network")
}

enum Kind {
    Public,
    Private,
    Nobody,
}

fn kind_v4(address: Ipv4Addr) -> Kind {
    let within = |nets: &[&str]| nets.iter().any(|net| net.parse::<Ipv4Net>().is_ok_and(|net| net.contains(&address)));
    if within(&NOBODY_V4) {
        Kind::Nobody
    } else if within(&PRIVATE_V4) {
        Kind::Private
    } else {
        Kind::Public
    }
}

fn kind_v6(address: Ipv6Addr) -> Kind {
    let within = |nets: &[&str]| nets.iter().any(|net| net.parse::<Ipv6Net>().is_ok_and(|net| net.contains(&address)));
    if within(&NOBODY_V6) {
        return Kind::Nobody;
    }
    if within(&PRIVATE_V6) {
        return Kind::Private;
    }
    embedded(address).map_or(Kind::Public, kind_v4)
}

/// Returns the IPv4 address that an IPv6 address leads to: mapped, compatible, NAT64, 6to4.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [a, b, c, d, e, f, g, h] = address.segments();
    let of = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match [a, b, c, d, e, f] {
        [0, 0, 0, 0, 0, 0xffff] | [0, 0, 0, 0, 0xffff, 0] | [0, 0, 0, 0, 0, 0] | [0x64, 0xff9b, 0, 0, 0, 0] => {
            Some(of(g, h))
        }
        [0x2002, ..] => Some(of(b, c)),
        _ => None,
    }
}
