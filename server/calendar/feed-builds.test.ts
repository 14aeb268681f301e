import { describe, expect, it } from 'vitest'
import { FeedBuilds } from './feed-builds.ts'
import type { BuiltFeed, FeedSource } from './feed-text.ts'
import type { Feed } from './feeds.ts'

describe('builds of feeds', () => {
  it('are shared by all who ask for the same text at once, and only by them', async () => {
    const builds = new FeedBuilds()
    let started = 0
    let finish = () => {}
    const isReady = new Promise<void>((resolve) => {
      finish = resolve
    })
    const source = (key: string): FeedSource => ({
      keyOf: () => key,
      build: async () => {
        started += 1
        await isReady
        return builtFeed(key)
      },
    })
    const asked = ['now', 'now', 'later', 'now'].map((key) => builds.build(feed, source(key)))
    expect(started).toBe(2)
    finish()
    expect((await Promise.all(asked)).map(({ text }) => text)).toEqual(['now', 'now', 'later', 'now'])
    await builds.build(feed, source('now'))
    expect(started).toBe(3)
  })

  it('are tried again after one that failed', async () => {
    const builds = new FeedBuilds()
    const failing: FeedSource = { keyOf: () => 'now', build: () => Promise.reject(new Error('no database')) }
    await expect(builds.build(feed, failing)).rejects.toThrow('no database')
    expect(builds.findHash(feed, failing)).toBeUndefined()
    const working: FeedSource = { keyOf: () => 'now', build: async () => builtFeed('now') }
    expect((await builds.build(feed, working)).text).toBe('now')
    expect(builds.findHash(feed, working)).toBe('hash of now')
  })
})

const builtFeed = (text: string): BuiltFeed => ({ text, hash: `hash of ${text}`, published: [] })

const feed: Feed = {
  id: 'a feed',
  user_id: 'a user',
  trip_id: null,
  fetched_on: null,
  zone: '',
  token_hash: 'a hash',
  published: [],
  reminders: { departure: 'none', duties: 'none' },
}
