import { describe, expect, it } from 'vitest'
import { id } from './id.ts'

describe('an id', () => {
  it('is a UUID of any version', () => {
    for (const uuid of ['0198c5a0-7b1e-7cc3-9a5e-1f2e3d4c5b6a', '3f2b8c1e-9d4a-4b6f-8e2d-7a1c5b9f0e3d']) {
      expect(id.parse(uuid)).toBe(uuid)
    }
  })

  it('is converted to lower case, so that one id is not two', () => {
    expect(id.parse('3F2B8C1E-9D4A-4B6F-8E2D-7A1C5B9F0E3D')).toBe('3f2b8c1e-9d4a-4b6f-8e2d-7a1c5b9f0e3d')
  })

  it.each([
    '',
    '1',
    'not-a-uuid',
    '3f2b8c1e9d4a4b6f8e2d7a1c5b9f0e3d',
    '{3f2b8c1e-9d4a-4b6f-8e2d-7a1c5b9f0e3d}',
    '3f2b8c1e-9d4a-4b6f-8e2d-7a1c5b9f0e3g',
    '3f2b8c1e-9d4a-4b6f-8e2d-7a1c5b9f0e3d ',
    '3f2b8c1e-9d4a-4b6f-8e2d-7a1c5b9f0e3d\n',
    '../../etc/passwd',
    null,
    7,
  ])('cannot be %j', (text) => expect(id.safeParse(text).success).toBe(false))
})
