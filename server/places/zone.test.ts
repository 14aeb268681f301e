import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PlaceData } from './place-data.ts'
import { ZoneFile } from './zone-file.ts'

const folder = fileURLToPath(new URL('../../place-data', import.meta.url))
const places = new PlaceData(folder)

const find = async (lat: number, lon: number) => {
  const { zone, country } = await places.findZone({ lat, lon })
  return `${zone} ${country}`.trim()
}

type Case = [place: string, lat: number, lon: number, expected: string]

const borders: Case[] = [
  ['Niagara Falls, Ontario', 43.0896, -79.0849, 'America/Toronto CA'],
  ['Niagara Falls, New York', 43.0945, -79.0567, 'America/New_York US'],
  ['Sault Ste. Marie, Ontario', 46.5136, -84.3358, 'America/Toronto CA'],
  ['Sault Ste. Marie, Michigan', 46.4953, -84.3453, 'America/Detroit US'],
  ['Windsor, Ontario', 42.3171, -83.0397, 'America/Toronto CA'],
  ['Detroit', 42.3291, -83.0398, 'America/Detroit US'],
  ['Basel, Switzerland', 47.5581, 7.5878, 'Europe/Zurich CH'],
  ['Saint-Louis, France, beside Basel', 47.5886, 7.5622, 'Europe/Paris FR'],
  ['Weil am Rhein, Germany, beside Basel', 47.5942, 7.611, 'Europe/Berlin DE'],
  ['the airport of Basel, in France', 47.5896, 7.5299, 'Europe/Paris FR'],
  ['Büsingen, German, within Switzerland', 47.697, 8.69, 'Europe/Busingen DE'],
  ['Baarle-Hertog, Belgium, within the Netherlands', 51.4403, 4.9303, 'Europe/Brussels BE'],
  ['Baarle-Nassau, the Netherlands', 51.4475, 4.92917, 'Europe/Amsterdam NL'],
  ['Tornio, Finland', 65.8481, 24.1466, 'Europe/Helsinki FI'],
  ['Haparanda, Sweden, across the river', 65.8355, 24.1368, 'Europe/Stockholm SE'],
  ['Strasbourg', 48.5734, 7.7521, 'Europe/Paris FR'],
  ['Kehl, across the Rhine', 48.573, 7.815, 'Europe/Berlin DE'],
  ['Frankfurt (Oder)', 52.3471, 14.5506, 'Europe/Berlin DE'],
  ['Słubice, across the Oder', 52.3506, 14.5608, 'Europe/Warsaw PL'],
  ['Geneva', 46.2044, 6.1432, 'Europe/Zurich CH'],
  ['Annemasse, beside Geneva', 46.1944, 6.2377, 'Europe/Paris FR'],
  ['Gibraltar', 36.1408, -5.3536, 'Europe/Gibraltar GI'],
  ['La Línea, beside Gibraltar', 36.168, -5.348, 'Europe/Madrid ES'],
  ['Eilat', 29.5577, 34.9519, 'Asia/Jerusalem IL'],
  ['Aqaba', 29.5321, 35.0063, 'Asia/Amman JO'],
  ['Nogales, Arizona', 31.3404, -110.9343, 'America/Phoenix US'],
  ['Nogales, Sonora', 31.3012, -110.9381, 'America/Hermosillo MX'],
  ['El Paso', 31.7619, -106.485, 'America/Denver US'],
  ['Ciudad Juárez', 31.72, -106.46, 'America/Ciudad_Juarez MX'],
  ['San Ysidro, California', 32.552, -117.043, 'America/Los_Angeles US'],
  ['Tijuana', 32.5149, -117.0382, 'America/Tijuana MX'],
  ['Coolangatta, Queensland', -28.168, 153.534, 'Australia/Brisbane AU'],
  ['Tweed Heads, New South Wales', -28.195, 153.545, 'Australia/Sydney AU'],
  ['Little Diomede, Alaska', 65.752, -168.93, 'America/Nome US'],
  ['Big Diomede, Russia, 4 km away', 65.78, -169.06, 'Asia/Anadyr RU'],
]

const within: Case[] = [
  ['Killarney Lodge in Algonquin', 45.5571, -78.4083, 'America/Toronto CA'],
  ['a lake in Algonquin', 45.8364, -78.3791, 'America/Toronto CA'],
  ['Lloydminster, Alberta', 53.2783, -110.015, 'America/Edmonton CA'],
  ['Lloydminster, Saskatchewan, which keeps the time of Alberta', 53.2783, -109.995, 'America/Edmonton CA'],
  ['Regina', 50.4452, -104.6189, 'America/Regina CA'],
  ['Atikokan', 48.7557, -91.6218, 'America/Atikokan CA'],
  ['Kenora', 49.767, -94.4894, 'America/Winnipeg CA'],
  ['Thunder Bay', 48.3809, -89.2477, 'America/Toronto CA'],
  ['Creston, British Columbia', 49.0955, -116.5135, 'America/Creston CA'],
  ['Gary, Indiana', 41.5934, -87.3464, 'America/Chicago US'],
  ['South Bend, Indiana', 41.6764, -86.252, 'America/Indiana/Indianapolis US'],
  ['Evansville, Indiana', 37.9716, -87.5711, 'America/Chicago US'],
  ['Tell City, Indiana', 37.9514, -86.7678, 'America/Indiana/Tell_City US'],
  ['Louisville, Kentucky', 38.2527, -85.7585, 'America/Kentucky/Louisville US'],
  ['Bowling Green, Kentucky', 36.9685, -86.4808, 'America/Chicago US'],
  ['Monticello, Kentucky', 36.8298, -84.8491, 'America/Kentucky/Monticello US'],
  ['Phoenix', 33.4484, -112.074, 'America/Phoenix US'],
  ['Window Rock, Navajo Nation', 35.6806, -109.0526, 'America/Denver US'],
  ['Kykotsmovi, Hopi, within the Navajo Nation', 35.8756, -110.619, 'America/Phoenix US'],
  ['Tuba City, Navajo Nation', 36.135, -111.2399, 'America/Denver US'],
  ['Eucla', -31.6771, 128.8893, 'Australia/Eucla AU'],
  ['Broken Hill', -31.953, 141.453, 'Australia/Broken_Hill AU'],
  ['Kathmandu', 27.7172, 85.324, 'Asia/Kathmandu NP'],
  ['Ürümqi', 43.8256, 87.6168, 'Asia/Urumqi CN'],
  ['Vaduz', 47.141, 9.5209, 'Europe/Vaduz LI'],
  ['the Vatican', 41.9029, 12.4534, 'Europe/Vatican VA'],
  ['San Marino', 43.9367, 12.4463, 'Europe/San_Marino SM'],
  ['Monaco', 43.7384, 7.4246, 'Europe/Monaco MC'],
  ['Nuuk', 64.1814, -51.6941, 'America/Nuuk GL'],
  ['the Chatham Islands', -43.95, -176.56, 'Pacific/Chatham NZ'],
  ['Hanoi, which has the zone of Bangkok', 21.0285, 105.8542, 'Asia/Bangkok VN'],
  ['Bangkok', 13.7563, 100.5018, 'Asia/Bangkok TH'],
  ['Belgrade', 44.8125, 20.4612, 'Europe/Belgrade RS'],
  ['Libreville, near the equator', 0, 9.47, 'Africa/Libreville GA'],
  ['Quito, on the equator', 0, -78.455, 'America/Guayaquil EC'],
  ['Greenwich, on the meridian', 51.4779, 0, 'Europe/London GB'],
]

const ends: Case[] = [
  ['the south pole', -90, 0, 'Antarctica/McMurdo AQ'],
  ['the north pole', 90, 0, 'Etc/GMT'],
  ['the date line, at sea', 10, 180, 'Etc/GMT-12'],
  ['the date line, at sea, from the other side', 10, -180, 'Etc/GMT+12'],
  ['Taveuni in Fiji, west of 180°', -16.85, 179.97, 'Pacific/Fiji FJ'],
  ['Taveuni in Fiji, east of 180°', -16.83, -179.97, 'Pacific/Fiji FJ'],
  ['Chukotka, on the date line', 67, 180, 'Asia/Anadyr RU'],
  ['Chukotka, on the date line, from the other side', 67, -180, 'Asia/Anadyr RU'],
  ['the Atlantic', 30, -40, 'Etc/GMT+3'],
  ['the Indian Ocean', -30, 80, 'Etc/GMT-5'],
  ['where the equator meets the meridian', 0, 0, 'Etc/GMT'],
]

describe('the time zone and country', () => {
  it.each([...borders, ...within, ...ends])('of %s', async (_, lat, lon, expected) =>
    expect(await find(lat, lon)).toBe(expected),
  )

  it('are those of the data they were made from, anywhere on land', async () => {
    const { find } = createRequire(import.meta.url)('geo-tz/all') as { find: (lat: number, lon: number) => string[] }
    const zones = await ZoneFile.open(`${folder}/zones.bin`)
    const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true })
    await fc.assert(
      fc.asyncProperty(degrees(89), degrees(179), async (lat, lon) => {
        const expected = find(lat, lon)[0] ?? ''
        expect((await zones.find({ lat, lon }))?.name ?? 'Etc').toBe(expected.startsWith('Etc') ? 'Etc' : expected)
      }),
      { numRuns: 1000 },
    )
  })

  it('are zones that this runtime knows, so that times can be computed in them', async () => {
    const zones = [...borders, ...within, ...ends].map(([, , , expected]) => expected.split(' ')[0])
    for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
  })
})

describe('missing data', () => {
  it('fails each time, until it is there', async () => {
    const missing = new PlaceData(`${folder}/nowhere`)
    for (const _ of [1, 2]) {
      await expect(missing.findZone({ lat: 0, lon: 0 })).rejects.toThrow('ENOENT')
      await expect(missing.search('London', undefined)).rejects.toThrow('ENOENT')
    }
  })
})
