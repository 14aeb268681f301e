import * as z from 'zod/mini'
import { changeEvent, personHere } from '#domain/api/events.ts'
import { id } from '#domain/id.ts'

/** Messages between the app's processes. */
export const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('change'), tripId: id, change: changeEvent }),
  /** Who has a trip open at the sender. `ask` requests the same from all others. */
  z.object({ kind: z.literal('people'), tripId: id, people: z.array(personHere), ask: z.boolean() }),
  /** A session has ended; `key` is the hash of its token. */
  z.object({ kind: z.literal('ended'), key: z.string() }),
  /** These users have new notices of a trip. */
  z.object({ kind: z.literal('notices'), tripId: id, userIds: z.array(id) }),
  z.object({ kind: z.literal('gone') }),
])
export type Message = z.infer<typeof message>

export interface Listener {
  /** @param from the process that sent it; never this one */
  receive: (message: Message, from: string) => void
  /** Messages may have been missed until now. */
  resume: () => void
}

/** Connects the app's processes. A single process has none. */
export interface Channel {
  /** Starts listening. Does nothing if it already listens. */
  listen: (listener: Listener) => void
  /** Sends to the others, in order. A message that cannot be sent is logged and lost. */
  send: (message: Message) => void
  close: () => Promise<void>
}
