//! Parting papers into those that belong together.

/// Parts things into groups of those that belong together: directly, or by way of others between them.
pub(super) fn grouped<T: Copy>(things: &[T], same: impl Fn(T, T) -> bool) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for thing in things {
        let (together, mut others): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group: &Vec<T>| group.iter().any(|known| same(*known, *thing)));
        let mut joined: Vec<T> = together.into_iter().flatten().collect();
        joined.push(*thing);
        others.push(joined);
        groups = others;
    }
    groups
}
