import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { MAX_FULL_NAME } from '#domain/api/auth.ts'
import { MAX_EVENT_BYTES, MAX_PEOPLE } from '#domain/api/events.ts'
import type { Message } from './channel.ts'
import { Presence } from './presence.ts'

it('sends other processes as many people as fit into a message, however long their names are', async () => {
  const sent: Message[] = []
  const presence = new Presence({
    notify: () => {},
    send: (message) => sent.push(message),
    graceMs: 1000,
    repeatMs: 60_000,
  })
  for (let number = 0; number < MAX_PEOPLE; number++)
    presence.enter('a trip', { id: randomUUID(), name: '名'.repeat(MAX_FULL_NAME) })
  await expect.poll(() => sent.length).toBe(1)
  const [message] = sent
  if (message?.kind !== 'people') throw new Error('No list of people')
  expect(message.people.length).toBeGreaterThan(MAX_PEOPLE / 2)
  expect(message.people.length).toBeLessThan(MAX_PEOPLE)
  expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(MAX_EVENT_BYTES + 500)
  expect(presence.list('a trip')).toHaveLength(MAX_PEOPLE)
  presence.close()
})
