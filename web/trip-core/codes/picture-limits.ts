/** Of a picture that is decoded: more take too much of a phone's memory. */
export const MAX_PIXELS = 40_000_000

/** A larger picture is scaled down: then a phone has the memory, and codes are still large enough. */
export const MAX_SIDE = 2600
