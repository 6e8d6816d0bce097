// This folder contains the parts of the kernel of meet. ../meet.ts puts them together: it takes a board and memory, and
// returns the number of solutions. Nothing else may import from here. workers/meet.ts writes the input.
//
// The layout of the kernel's memory:
//
//     address    name            contents                                              bytes
//     0x000400                   the tables of shuffles (../compression.ts)             4,352
//     0x002400   ROWS            the bit matrix: 32 rows of one word (words.ts)        1,024
//     0x003000   SIDES           the two sides (side.ts)                               1,024
//     0x003f00   SUMS            the word whose 1 bits are counted (answers.ts)          32
//     0x004000   LAST_QUEENS     the last band queens (last-queens.ts)                 4,096
//     0x0050c0   QUERY_STARTS    starts of the sections of queries (queries.ts)           12
//     0x005100   KEY_LISTS       the two lists of keys (keys.ts)                          40
//     0x006000   RANKS           ranks of 12-bit column sets (side.ts)                 8,192
//     0x008000   NUMBERS_BEFORE  numbers of sets with smaller high bits (side.ts)     16,384
//     0x00c000   QUEENS          the diagonals of queens (sources.ts)                 16,384
//     0x010000   PADDING         masks of the unused lanes of a word (padding.ts)      8,224
//     0x015400   EMPTY           the empty set of diagonals (sources.ts)                   8
//     0x015800   INPUT           the board to count (board.ts)                         1,392
//     0x015e00   SOURCES         the sources of a list (sources.ts)                    8,704
//     0x018000   PACKING         packed bits of bytes (packing.ts)                    16,384
//     0x020000   QUERY_KEYS      keys above the band: l, then d                      262,144
//     0x060000   MATRIX_KEYS     keys below the band: l, then d                      262,144
//     0x0a0000   QUERIES         byte offsets into the tables (queries.ts)           792,768
//     0x164000   TABLES          ORs of rows: at most 1,025 words (answers.ts)        32,800
//     0x170000   ARENA           indexes, then the lists of the halves, up to the end of
//                                the memory that the caller grants
//
// The addresses are constants that are encoded in the load instructions, so the inner loop of the join needs no
// additions to compute them. The first kilobyte is reserved for the compiler.
//
// The arena:
//
//     | indexes of levels | entries of lists | l ............... | d ............... | p ............... |
//       side.ts             meet.ts            lists.ts: arrays of `capacity` elements; p only if lists are packed
//
// A list occupies the same elements in each array, from 0 to `capacity`:
//
//     |   levels to keep   |   next levels,    | complete halves | complete |          | level to |
//     |                    |   if they fit     | below           | halves   |   free   | build    |
//     |  above  |  below   |  above  |  below  | set, set, set   | above    |          | from     |
//     0         endAbove   endBelow            levelsEnd         end                            capacity
//
//     elements         halves                               their rows       kept for each     by
//     0                a level of the side above            all but 1 (2)    filling           buildSide
//     endAbove         a level of the side below            all but 1 (2)    filling           buildSide
//     endBelow         if packed, the next level of a side  all but 1        filling           storeBeforeLast
//     levelsEnd        a list for each column set below     all              pattern           listAll
//     end              one list above                       all              column set        listAll
//     ... capacity     the level to build from              one row fewer    level             moveToHighEnd
//
// (2): all but 2 if packed. For each column of the last band queen, the keys of the halves that it does not attack are
// written to QUERY_KEYS (above the band) and MATRIX_KEYS (below). These files build the lists:
//
//     lists          the arrays, the room in them, and the move to their end
//     levels         levels of halves that are not packed; last-row lists their complete halves
//     packing        a half in three 16-bit lanes (l, d, p) instead of two 32-bit ones
//     packed-lists   levels and complete halves that are packed
//     side-lists     the functions above for either form, as meet.ts calls them

export const ROWS: usize = 0x2400;
export const SIDES: usize = 0x3000;
export const SUMS: usize = 0x3f00;
export const LAST_QUEENS: usize = 0x4000;
export const QUERY_STARTS: usize = 0x50c0;
export const KEY_LISTS: usize = 0x5100;
export const RANKS: usize = 0x6000;
export const NUMBERS_BEFORE: usize = 0x8000;
export const QUEENS: usize = 0xc000;
export const PADDING: usize = 0x10000;
export const EMPTY: usize = 0x15400;
export const INPUT: usize = 0x15800;
export const SOURCES: usize = 0x15e00;
export const PACKING: usize = 0x18000;
export const QUERY_KEYS: usize = 0x20000;
export const MATRIX_KEYS: usize = 0x60000;
export const QUERIES: usize = 0xa0000;
export const TABLES: usize = 0x164000;
export const ARENA: usize = 0x170000;

/** Bytes from the l mask of a key to its d mask. */
export const L_TO_D: usize = 0x20000;

/** Maximum number of keys in a list. There is room for one more word, because a store may write past the end. */
export const MAX_KEYS: u32 = <u32>(L_TO_D >> 1) - 256;

/** Number of elements that a load may read, or a compressing store may write, past the end of a list. */
export const SLACK: u32 = 32;
