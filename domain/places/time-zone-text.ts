import * as z from 'zod/mini'

/** A name of the IANA time zone database, or ''. Devices know different ones: see `isTimeZone`. */
export const timeZoneText = z.string().check(z.regex(/^(|[A-Za-z][A-Za-z0-9_+/-]{0,63})$/, 'Not a time zone'))

/** The city that a time zone is named after: 'St Johns' of 'America/St_Johns'. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
