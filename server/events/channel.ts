import * as z from 'zod/mini'
import { changeEvent, personHere } from '#domain/api/events.ts'
import { id } from '#domain/id.ts'

/** What the app's processes tell each other. */
export const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('change'), tripId: id, change: changeEvent }),
  /** Who has a trip open at the sender; `ask` has everybody answer with theirs. */
  z.object({ kind: z.literal('people'), tripId: id, people: z.array(personHere), ask: z.boolean() }),
  /** A session has ended; `key` is what is stored of its token. */
  z.object({ kind: z.literal('ended'), key: z.string() }),
  /** The sender stops. */
  z.object({ kind: z.literal('gone') }),
])
export type Message = z.infer<typeof message>

export interface Listener {
  /** @param from names the process that sent it; never this one */
  receive: (message: Message, from: string) => void
  /** Messages may have been missed until now. */
  resume: () => void
}

/** The way between the app's processes. Where there is only one, there is none. */
export interface Channel {
  /** Listens from now on. Listening already changes nothing. */
  listen: (listener: Listener) => void
  /** Sends to the others, in order. What cannot be sent is logged and lost. */
  send: (message: Message) => void
  /** Resolves when what was sent before has gone out. */
  close: () => Promise<void>
}
