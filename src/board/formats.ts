/**
 * The formats in which solutions are written. Apart from the drawings, so that the command line can offer them without
 * loading them.
 */
export const textFormats = ['columns', 'columns1', 'board', 'hash', 'ones', 'leetcode', 'ndjson', 'unicode'] as const;

/** A format that is drawn solution by solution, as a stream. */
export type TextFormat = (typeof textFormats)[number];

/** All of them; an SVG image has to know how many boards it holds before it begins. */
export const formats = [...textFormats, 'svg'] as const;

export type Format = (typeof formats)[number];
