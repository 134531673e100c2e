//! For orientation: how fast operands alone come out of the first-level cache.

use crate::trees;

/// Prints what the rate would be if a tree cost no more than one 64-byte load per eight rows of each leaf.
pub fn print() {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") {
        let page = vec![1.0_f64; 4096 / 8 + 8];
        let blocks = 200_000;
        // SAFETY: the machine has AVX-512.
        let time = engine_clock::time(9, || unsafe { loads(&page, blocks) });
        let per_second = (blocks * 512) as f64 / time.best;
        for (set, with_division) in [("plain", false), ("division", true)] {
            let trees = trees::random(with_division);
            let leaves = trees.iter().map(|tree| tree.len().div_ceil(2)).sum::<usize>();
            let rate = per_second * trees::nodes(&trees) as f64 / leaves as f64 / 1e9;
            println!("limit: loads of leaves\t{set}\t{rate:.2}\t{rate:.2}");
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn loads(page: &[f64], blocks: usize) {
    use std::arch::x86_64::*;
    let aligned = page.as_ptr().wrapping_add(page.as_ptr().align_offset(64));
    let mut sums = [_mm512_setzero_pd(); 8];
    for _ in 0..blocks {
        for i in 0..8 {
            for (j, sum) in sums.iter_mut().enumerate() {
                // SAFETY: 512 numbers from the aligned start are in the page.
                *sum = _mm512_add_pd(*sum, unsafe { _mm512_load_pd(aligned.add(i * 64 + j * 8)) });
            }
        }
        std::hint::black_box(&mut sums);
    }
}
