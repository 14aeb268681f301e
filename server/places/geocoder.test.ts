import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { photon, TestGeocoder } from '#server/testing/geocoder.ts'
import { Geocoder } from './geocoder.ts'

// What one process asks. Forms, failures and limits are tested through the routes: place-routes.test.ts.
describe('the line before the geocoder', () => {
  let service: TestGeocoder
  beforeEach(async () => {
    service = await TestGeocoder.open()
    service.answers = [photon()]
  })
  afterEach(() => service.close())

  /** A geocoder whose turn comes when the test says so. */
  function open() {
    let [begin, refuse] = [() => {}, (_: Error) => {}]
    const turns = new Promise<void>((resolve, reject) => {
      begin = resolve
      refuse = reject
    })
    const geocoder = new Geocoder({
      settings: { kind: 'photon', baseUrl: service.baseUrl },
      publicUrl: undefined,
      takeTurn: () => turns,
      intervalMs: 0,
    })
    return { geocoder, begin, refuse }
  }

  it('has eight at most, and tells the others to come back', async () => {
    const { geocoder, begin } = open()
    const inLine = Array.from({ length: 8 }, (_, index) => geocoder.search(`place ${index}`, undefined))
    await expect(geocoder.search('place 8', undefined)).rejects.toMatchObject({ code: 'geocoder_busy' })
    // Who asks what somebody in the line asks does not wait in it.
    const same = geocoder.search('Place 3', undefined)
    begin()
    expect(await Promise.all([...inLine, same])).toEqual(Array.from({ length: 9 }, () => []))
    expect(service.received).toHaveLength(8)
    expect(await geocoder.search('place 8', undefined)).toEqual([])
  })

  it('goes on after a turn that was refused', async () => {
    const { geocoder, refuse } = open()
    const refused = geocoder.search('one', undefined)
    refuse(new Error('no'))
    await expect(refused).rejects.toThrow('no')
    await expect(geocoder.search('one', undefined)).rejects.toThrow('no')
    expect(service.received).toEqual([])
  })
})
