//! Child processes: requests, deadlines, memory, crashes.

use crate::reading::papers::{Paper, pdf, rendered};
use loanfile::worker::{CopyPages, Limits, OpenFile, PoolSettings, RenderPage, Request, WorkerPool};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Returns a pool of children of the built program.
pub fn pool(count: usize) -> WorkerPool {
    pool_with(count, Limits::default())
}

fn pool_with(count: usize, limits: Limits) -> WorkerPool {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_loanfile"));
    WorkerPool::new(PoolSettings { program, count, limits }).unwrap()
}

fn file_of(folder: &Path, papers: &[Paper]) -> OpenFile {
    let path = folder.join("papers.pdf");
    std::fs::write(&path, pdf(papers)).unwrap();
    OpenFile::plain(path)
}

fn written_page(text: &str) -> Paper {
    Paper::letter().lines(72.0, 100.0, 12.0, &["This page is written for the test of the worker", text])
}

/// Returns a page that takes a long time: it draws a large picture very often.
fn slow_page() -> Paper {
    let picture = image::GrayImage::from_fn(1200, 1500, |x, y| image::Luma([((x * y) % 251) as u8]));
    (0..400).fold(Paper::letter(), |paper, index| {
        let picture = if index == 0 { picture.clone() } else { image::GrayImage::new(1, 1) };
        paper.picture(picture, 0.0, 0.0, 612.0, 792.0)
    })
}

#[test]
fn facts_words_pictures_and_copies() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_of(folder.path(), &[written_page("first"), written_page("second")]);
    let pool = pool(1);
    let facts = pool.facts(&file).unwrap();
    assert_eq!((facts.page_count, facts.encrypted), (2, false));

    let reading = pool.read_page(&file, 2).unwrap();
    assert_eq!(reading.page.number, 2);
    assert!(reading.page.words.iter().any(|word| word.text == "second"));

    let output = folder.path().join("page.png");
    pool.render_page(RenderPage { file: file.clone(), page: 1, dots_per_inch: 50.0, output: output.clone() }).unwrap();
    assert_eq!(image::open(&output).unwrap().width(), 425);

    let copy = folder.path().join("copy.pdf");
    pool.copy_pages(CopyPages { file: file.clone(), pages: vec![2], texts: None, output: copy.clone() }).unwrap();
    let copy = OpenFile::plain(copy);
    assert_eq!(pool.facts(&copy).unwrap().page_count, 1);
    assert!(pool.read_page(&copy, 1).unwrap().page.words.iter().any(|word| word.text == "second"));
    assert_eq!(pool.process_ids().len(), 1, "one child did it all");
}

#[test]
fn errors_of_the_file_come_through() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    std::fs::write(&path, "Dear Sir or Madam").unwrap();
    let pool = pool(1);
    assert_eq!(pool.facts(&OpenFile::plain(&path)).unwrap_err().code, "not_a_pdf");
    assert_eq!(pool.facts(&OpenFile::plain(folder.path().join("none.pdf"))).unwrap_err().code, "unreadable");
    let file = file_of(folder.path(), &[written_page("only")]);
    assert_eq!(pool.read_page(&file, 2).unwrap_err().code, "page_missing");
    assert_eq!(pool.process_ids().len(), 1, "errors cost no child");
}

#[test]
fn a_page_past_its_deadline_is_given_up_and_the_next_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let slow = rendered_often(folder.path());
    let limits = Limits { page_deadline: Duration::from_millis(700), ..Limits::default() };
    let pool = pool_with(1, limits);
    let started = Instant::now();
    let error = pool.read_page(&slow, 1).unwrap_err();
    assert_eq!(error.code, "page_deadline");
    assert!(started.elapsed() < Duration::from_secs(8), "tried again? {:?}", started.elapsed());
    let good = file_of(folder.path(), &[written_page("after")]);
    assert!(pool.read_page(&good, 1).is_ok());
}

/// Returns a file whose first page takes seconds to read.
fn rendered_often(folder: &Path) -> OpenFile {
    let path = folder.join("slow.pdf");
    std::fs::write(&path, pdf(&[slow_page()])).unwrap();
    OpenFile::plain(path)
}

#[test]
fn memory_has_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_of(folder.path(), &[written_page("small")]);
    let pool = pool_with(1, Limits { memory_bytes: 400 << 20, ..Limits::default() });
    assert!(pool.read_page(&file, 1).is_ok());
    let output = folder.path().join("page.png");
    // 40 million pixels do not fit; the same page at a lower resolution does.
    let request = |dots_per_inch| RenderPage { file: file.clone(), page: 1, dots_per_inch, output: output.clone() };
    let error = pool.render_page(request(2400.0)).unwrap_err();
    assert_eq!(error.code, "out_of_memory", "{error}");
    assert!(pool.render_page(request(50.0)).is_ok());
}

#[test]
fn a_child_killed_from_outside_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_of(folder.path(), &[written_page("still here")]);
    let pool = pool(1);
    pool.facts(&file).unwrap();
    let before = pool.process_ids();
    let killed = std::process::Command::new("kill").args(["-KILL", &before[0].to_string()]).status().unwrap();
    assert!(killed.success());
    assert!(pool.read_page(&file, 1).is_ok());
    assert_ne!(pool.process_ids(), before);
}

#[test]
fn many_threads_share_few_children() {
    let folder = tempfile::tempdir().unwrap();
    let papers: Vec<Paper> = (0..12).map(|page| written_page(&format!("page{page}"))).collect();
    let file = file_of(folder.path(), &papers);
    let pool = pool(2);
    std::thread::scope(|scope| {
        for page in 0..12 {
            let (pool, file) = (&pool, &file);
            scope.spawn(move || {
                let reading = pool.read_page(file, page + 1).unwrap();
                assert!(reading.page.words.iter().any(|word| word.text == format!("page{page}")));
            });
        }
    });
    assert!(pool.process_ids().len() <= 2);
}

#[test]
fn stopping_ends_requests_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let slow = rendered_often(folder.path());
    let pool = pool(1);
    std::thread::scope(|scope| {
        let reading = scope.spawn(|| pool.read_page(&slow, 1));
        while pool.process_ids().is_empty() {
            std::thread::yield_now();
        }
        pool.stop();
        assert_eq!(reading.join().unwrap().unwrap_err().code, "interrupted");
    });
    assert_eq!(pool.call(&Request::Facts(slow.clone())).unwrap_err().code, "interrupted");
}

#[test]
fn a_recognised_page_is_the_same_in_every_child() {
    let folder = tempfile::tempdir().unwrap();
    let scan = rendered(&written_page("7,120.55"), 150.0);
    let file = file_of(folder.path(), &[Paper::letter().scan(scan)]);
    let first = pool(1).read_page(&file, 1).unwrap();
    let second = pool(1).read_page(&file, 1).unwrap();
    assert_eq!((first.page, first.image_digest), (second.page, second.image_digest));
}

#[test]
fn passwords_do_not_show() {
    let file = OpenFile { path: "loan.pdf".into(), password: Some("open sesame".into()) };
    let shown = format!("{:?}", Request::Facts(file));
    assert!(shown.contains("loan.pdf") && !shown.contains("sesame"), "{shown}");
}
