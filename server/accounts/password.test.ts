import { describe, expect, it } from 'vitest'
import { hashPassword, isPasswordOf } from './password.ts'

describe('a stored password', () => {
  it('matches its password and no other', async () => {
    const hash = await hashPassword('algonquin')
    expect(await isPasswordOf(hash, 'algonquin')).toBe(true)
    expect(await isPasswordOf(hash, 'Algonquin')).toBe(false)
    expect(await isPasswordOf(hash, '')).toBe(false)
  })

  it('does not contain the password, and differs each time', async () => {
    const [one, other] = [await hashPassword('algonquin'), await hashPassword('algonquin')]
    expect(one).toMatch(/^scrypt:16384:8:5:[\w-]{22}:[\w-]{43}$/)
    expect(one).not.toContain('algonquin')
    expect(other).not.toBe(one)
  })

  it('matches however a keyboard encodes an accent', async () => {
    expect(await isPasswordOf(await hashPassword('caf\u00e9 au lait'), 'cafe\u0301 au lait')).toBe(true)
  })

  it('is checked with the work factor in its hash', async () => {
    // The example of RFC 7914, section 12, cut to the length of a key.
    const hash = `scrypt:1024:8:16:${Buffer.from('NaCl').toString('base64url')}:_bq-HJ00cgB4VucZDQHp_nxq18vII3gw53N2Y0s3MWI`
    expect(await isPasswordOf(hash, 'password')).toBe(true)
    expect(await isPasswordOf(hash, 'passwort')).toBe(false)
  })

  it.each(['', 'algonquin', 'scrypt:16384:8:5', 'scrypt:16384:8:5::', 'md5:1:1:1:c2FsdA:a2V5'])(
    'matches nothing if it is %o',
    async (hash) => {
      expect(await isPasswordOf(hash, 'algonquin')).toBe(false)
    },
  )
})
