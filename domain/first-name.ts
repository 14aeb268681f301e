/** The first word of a name; '' for a name without words. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''
