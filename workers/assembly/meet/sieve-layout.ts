// Where everything lies in a kernel's memory where joins are sieved, besides what layout.ts says of all kernels (the
// compression and padding tables, the rows, the sides, and at TABLES four OR tables of 256 entries).
//
//     address    what                                                                  bytes
//     0x020000   CELLS         where each cell begins, in either of two sieved lists    2 x 0x10000
//     0x040000   CURSORS       of the sort: where the next keys of a cell go             0x18000
//     0x070000   SWAPPED       for each cell, with l and d exchanged                    0x2000
//     0x072000   CELL_SHUFFLES what each half byte of a mask gives to the cell number   128
//     0x072100   KEY_BYTES     the bytes of 128 keys, chunk by chunk                    512
//     0x078000   CUT_...       of the block cutting: five arrays of 4,097 entries       5 x 0x5000
//     0x0a0000   ARENA         run indexes, lists of keys, lists of half placements
//
// A cell's number has at most 12 bits: there are at most 4,096 cells, in each of 3 categories.

export const CELLS: usize = 0x20000;
export const CELLS_STRIDE: usize = 0x10000;
export const CURSORS: usize = 0x40000;
export const CUT_CELL: usize = 0x78000;
export const CUT_END: usize = 0x7d000;
export const CUT_COST: usize = 0x82000;
export const CUT_FROM: usize = 0x87000;
export const CUT_BLOCKS: usize = 0x8c000;
export const SWAPPED: usize = 0x70000;
export const CELL_SHUFFLES: usize = 0x72000;
export const KEY_BYTES: usize = 0x72100;
