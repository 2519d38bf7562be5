//! Rectangles.

use loanfile::page::Rect;

const A: Rect = Rect { left: 10.0, top: 20.0, right: 50.0, bottom: 40.0 };

#[test]
fn measures() {
    assert_eq!((A.width(), A.height(), A.area()), (40.0, 20.0, 800.0));
    assert_eq!((A.center_x(), A.center_y()), (30.0, 30.0));
}

#[test]
fn a_rectangle_turned_inside_out_has_no_area() {
    assert_eq!(Rect::new(50.0, 20.0, 10.0, 40.0).area(), 0.0);
}

#[test]
fn overlaps_are_negative_across_a_gap() {
    // (case, other, overlap across, overlap down, common part)
    let cases = [
        ("inside", Rect::new(20.0, 25.0, 30.0, 35.0), 10.0, 10.0, Some(Rect::new(20.0, 25.0, 30.0, 35.0))),
        ("corner", Rect::new(40.0, 30.0, 90.0, 90.0), 10.0, 10.0, Some(Rect::new(40.0, 30.0, 50.0, 40.0))),
        ("touching", Rect::new(50.0, 20.0, 60.0, 40.0), 0.0, 20.0, None),
        ("to the right", Rect::new(65.0, 20.0, 70.0, 40.0), -15.0, 20.0, None),
        ("below", Rect::new(10.0, 44.0, 50.0, 50.0), 40.0, -4.0, None),
    ];
    for (case, other, across, down, common) in cases {
        assert_eq!(A.overlap_x(&other), across, "{case}: across");
        assert_eq!(A.overlap_y(&other), down, "{case}: down");
        assert_eq!(A.intersection(&other), common, "{case}: common part");
        assert_eq!(other.intersection(&A), common, "{case}: common part the other way round");
    }
}

#[test]
fn a_union_holds_both() {
    let other = Rect::new(0.0, 30.0, 20.0, 90.0);
    assert_eq!(A.union(&other), Rect::new(0.0, 20.0, 50.0, 90.0));
    assert_eq!(A.union(&A), A);
}

#[test]
fn edges_belong_to_a_rectangle() {
    let inside = [(10.0, 20.0), (50.0, 40.0), (30.0, 30.0)];
    let outside = [(9.9, 30.0), (50.1, 30.0), (30.0, 19.9), (30.0, 40.1)];
    assert!(inside.iter().all(|&(x, y)| A.contains(x, y)));
    assert!(!outside.iter().any(|&(x, y)| A.contains(x, y)));
}

#[test]
fn growing_moves_every_side() {
    assert_eq!(A.grown(5.0), Rect::new(5.0, 15.0, 55.0, 45.0));
}

#[test]
fn is_stored_in_hundredths_of_a_point() {
    let stored = serde_json::to_string(&Rect::new(1.234, 0.0, 611.999, 792.0)).unwrap();
    assert_eq!(stored, "[123,0,61200,79200]");
    let read: Rect = serde_json::from_str(&stored).unwrap();
    assert_eq!(read, Rect::new(1.23, 0.0, 612.0, 792.0));
}
