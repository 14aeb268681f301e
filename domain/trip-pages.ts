/** The pages within the address of a trip, after `/trip/{id}/`. Only its group's has tabs. */
export const tripPages = ['group', 'map', 'emergency', 'days'] as const
export type TripPageName = (typeof tripPages)[number]

/** Those that readers of a share link have too, after `/shared/{id}/`. */
export const sharedPages = ['map', 'days'] as const
