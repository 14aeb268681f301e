/** The name of a person, 'You' for the current user. */
export type NameOf = (personId: string) => string

/** How the current user is called, and how others are. */
export interface Names {
  /** Their id in the plan. */
  me: string
  nameOf: NameOf
}

/** Whom a sentence is about, as its message expects it. */
export interface Who {
  who: 'me' | 'other'
  name: string
}

export const whoIs = (personId: string, { me, nameOf }: Names): Who => ({
  who: personId === me ? 'me' : 'other',
  name: nameOf(personId),
})
