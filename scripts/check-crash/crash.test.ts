import { afterAll, beforeAll, describe, it } from 'vitest'
import { BuiltServer } from '#server/testing/server-process.ts'
import { checkEngine } from './check-engine.ts'

let built: BuiltServer
beforeAll(async () => {
  built = await BuiltServer.build()
}, 60_000)
afterAll(() => built.remove())

/** Most kinds of end once: `npm run check:crash` has many more rounds, each time with another seed. */
describe.concurrent.each([
  ['sqlite', 3],
  ['postgres', 4],
] as const)('on %s', (engine, rounds) => {
  it('nothing that was acknowledged is lost, or done by halves, when processes end at any moment', async ({ expect }) => {
    const seed = crypto.randomUUID()
    const lines: string[] = []
    const checking = checkEngine({ engine, built, rounds, seed, say: (line) => lines.push(line) })
    await expect(checking, `the seed is ${seed}; ${lines.join('; ')}`).resolves.toBeTruthy()
  })
})
