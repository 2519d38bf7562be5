//! Where deliveries may go, and that they go nowhere else.

use super::receiver::{Behaviour, Receiver};
use loanfile::model::{Secret, Timestamp};
use loanfile::webhooks::{AddressRules, Answer, Post, Receipt, check_address, check_url, new_secret, send};
use std::cell::Cell;
use std::net::IpAddr;
use std::time::Duration;

const STRICT: AddressRules = AddressRules { allow_http: false, allow_private_addresses: false, allow_any_port: false };
const LOCAL: AddressRules = AddressRules { allow_http: true, allow_private_addresses: true, allow_any_port: true };

#[test]
fn addresses_inside_the_network_are_refused_however_they_are_written() {
    let refused = [
        "https://127.0.0.1/",
        "https://127.1/",
        "https://127.255.255.254/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7f.1/",
        "https://0177.0.0.1/",
        "https://017700000001/",
        "https://127.0.0.1./",
        "https://%31%32%37.0.0.1/",
        "https://１２７.0.0.1/",
        "https://localhost/",
        "https://LOCALHOST/",
        "https://localhost./",
        "https://db.localhost/",
        "https://0.0.0.0/",
        "https://0/",
        "https://0.1.2.3/",
        "https://10.0.0.1/",
        "https://10.255.255.255/",
        "https://100.64.0.1/",
        "https://100.127.255.255/",
        "https://169.254.169.254/latest/meta-data/",
        "https://172.16.0.1/",
        "https://172.31.255.255/",
        "https://192.0.0.1/",
        "https://192.0.2.1/",
        "https://192.88.99.1/",
        "https://192.168.0.1/",
        "https://198.18.0.1/",
        "https://198.51.100.7/",
        "https://203.0.113.7/",
        "https://224.0.0.1/",
        "https://239.255.255.255/",
        "https://240.0.0.1/",
        "https://255.255.255.255/",
        "https://[::]/",
        "https://[::1]/",
        "https://[::127.0.0.1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[::ffff:a9fe:a9fe]/",
        "https://[::ffff:0:192.168.0.1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[64:ff9b::169.254.169.254]/",
        "https://[64:ff9b:1::1]/",
        "https://[100::1]/",
        "https://[2001::1]/",
        "https://[2001:db8::1]/",
        "https://[2002:7f00:1::]/",
        "https://[2002:a9fe:a9fe::1]/",
        "https://[2002:c0a8:1::1]/",
        "https://[3fff::1]/",
        "https://[fc00::1]/",
        "https://[fd12:3456:789a::1]/",
        "https://[fe80::1]/",
        "https://[febf::1]/",
        "https://[fec0::1]/",
        "https://[ff02::1]/",
    ];
    assert!(refused.len() >= 40);
    for url in refused {
        let error = check_url(url, STRICT).err().unwrap_or_else(|| panic!("{url} is taken"));
        assert!(error.to_string().contains("private, local or reserved"), "{url}: {error}");
    }
}

#[test]
fn only_plain_encrypted_addresses_are_taken() {
    let refused = [
        "",
        "hooks.example.com",
        "http://hooks.example.com/",
        "ftp://hooks.example.com/",
        "file:///etc/passwd",
        "gopher://hooks.example.com/",
        "https://user@hooks.example.com/",
        "https://user:word@hooks.example.com/",
        "https://:word@hooks.example.com/",
        "https://hooks.example.com:22/",
        "https://hooks.example.com:80/",
        "https://hooks.example.com/#part",
        "https://",
        "https:///",
    ];
    for url in refused {
        assert!(check_url(url, STRICT).is_err(), "{url} is taken");
    }
    let long = format!("https://hooks.example.com/{}", "x".repeat(2048));
    assert!(check_url(&long, STRICT).is_err());
    for url in [
        "https://hooks.example.com",
        "https://hooks.example.com:443/a/b?key=value",
        "https://hooks.example.com:8443/",
        "https://8.8.8.8/",
        "https://172.32.0.1/",
        "https://[2606:4700:4700::1111]/",
        "https://[64:ff9b::808:808]/",
        "https://[2002:808:808::1]/",
    ] {
        assert!(check_url(url, STRICT).is_ok(), "{url} is refused");
    }
}

#[test]
fn what_is_allowed_is_no_more_than_that() {
    let private = AddressRules { allow_private_addresses: true, ..STRICT };
    for (address, allowed) in [
        ("127.0.0.1", true),
        ("10.0.0.1", true),
        ("100.64.0.1", true),
        ("::1", true),
        ("fd00::1", true),
        ("::ffff:192.168.0.1", true),
        ("169.254.169.254", false),
        ("::ffff:169.254.169.254", false),
        ("fe80::1", false),
        ("0.0.0.0", false),
        ("224.0.0.1", false),
    ] {
        let address: IpAddr = address.parse().unwrap();
        assert_eq!(check_address(address, private).is_ok(), allowed, "{address}");
    }
    let http = AddressRules { allow_http: true, ..STRICT };
    assert!(check_url("http://hooks.example.com/", http).is_ok());
    assert!(check_url("http://hooks.example.com:8080/", http).is_err());
    assert!(check_url("http://127.0.0.1/", http).is_err());
    let ports = AddressRules { allow_any_port: true, ..STRICT };
    assert!(check_url("https://hooks.example.com:9000/", ports).is_ok());
}

fn tried(url: &str, rules: AddressRules, lookup: impl Fn(&str) -> std::io::Result<Vec<IpAddr>>) -> Receipt {
    let secrets: [Secret; 1] = [new_secret().unwrap()];
    let post = Post {
        url,
        id: "event",
        timestamp: Timestamp::from_micros(0),
        body: "{}",
        secrets: &secrets,
        patience: Duration::from_secs(5),
    };
    send(&post, rules, lookup)
}

#[test]
fn the_address_that_was_vetted_is_the_one_that_is_connected_to() {
    let receiver = Receiver::answering(204);
    // No name server knows these names: they are reached only by the address that the lookup gave.
    for name in ["hooks.invalid.", "HOOKS.invalid", "xn--hks-jna.invalid", "håks.invalid"] {
        let url = format!("http://{name}:{}/other", receiver.port);
        let receipt = tried(&url, LOCAL, |_| Ok(vec!["127.0.0.1".parse().unwrap()]));
        assert_eq!(receipt.status, Some(204), "{name}");
    }
    let url = format!("http://hooks.invalid:{}/path", receiver.port);
    let lookups = Cell::new(0);
    let receipt = tried(&url, LOCAL, |name| {
        assert_eq!(name, "hooks.invalid");
        lookups.set(lookups.get() + 1);
        Ok(vec!["127.0.0.1".parse().unwrap()])
    });
    assert_eq!(receipt, Receipt { answer: Answer::Taken, status: Some(204) });
    assert_eq!(lookups.get(), 1, "a second lookup could give another address");
    let seen = receiver.seen().pop().unwrap();
    assert_eq!(seen.header("host"), format!("hooks.invalid:{}", receiver.port));
    assert_eq!(seen.header("request-line"), "POST /path HTTP/1.1");
}

#[test]
fn a_name_that_is_bound_to_an_inner_address_later_leads_nowhere() {
    let receiver = Receiver::answering(204);
    let url = format!("http://hooks.invalid:{}/", receiver.port);
    let rules = AddressRules { allow_private_addresses: false, ..LOCAL };
    for answers in [
        vec!["127.0.0.1"],
        vec!["8.8.8.8", "127.0.0.1"],
        vec!["::ffff:127.0.0.1"],
        vec!["169.254.169.254"],
        vec!["64:ff9b::7f00:1", "8.8.8.8"],
    ] {
        let receipt = tried(&url, rules, |_| Ok(answers.iter().map(|text| text.parse().unwrap()).collect()));
        let Answer::Failed(why) = receipt.answer else { panic!("{answers:?} is told") };
        assert!(why.contains("private, local or reserved"), "{why}");
    }
    assert!(receiver.seen().is_empty());
}

#[test]
fn a_name_without_an_address_is_a_failure_like_others() {
    let none = tried("https://hooks.invalid/", STRICT, |_| Ok(Vec::new()));
    let unknown = tried("https://hooks.invalid/", STRICT, |_| Err(std::io::ErrorKind::NotFound.into()));
    let late = tried("https://hooks.invalid/", STRICT, |_| Err(std::io::ErrorKind::TimedOut.into()));
    assert_eq!(none.answer, Answer::Failed("the host has no address".to_string()));
    assert_eq!(unknown, none);
    assert_eq!(late.answer, Answer::Failed("the name server does not answer".to_string()));
}

#[test]
fn a_redirection_to_an_inner_address_is_not_followed() {
    let inner = Receiver::answering(200);
    let to = inner.url();
    let outer = Receiver::start(move |_| Behaviour::Redirect(to.clone()));
    let receipt = tried(&outer.url(), LOCAL, |_| unreachable!());
    assert_eq!(receipt.status, Some(302));
    assert_eq!(receipt.answer, Answer::Failed("the answer was 302: redirections are not followed".to_string()));
    assert!(inner.seen().is_empty());
}
