/** The pages within the address of a trip, after `/trip/{id}/`. Only that of its group has tabs. */
export const tripPages = ['group', 'map', 'emergency', 'days', 'print', 'before', 'news'] as const
export type TripPageName = (typeof tripPages)[number]

/** Those that readers of a share link have too, after `/shared/{id}/`. */
export const sharedPages = ['map', 'days'] as const
