import { describe, expect, it } from 'vitest'
import { isSameName } from './same-name.ts'

describe('isSameName', () => {
  it.each([
    ['Ben', 'Ben'],
    ['Ben', ' ben '],
    ['Ben Lee', 'BEN  LEE'],
    ['Ben Lee', 'Ben\u00a0Lee'],
    ['Ben Lee', 'ben\tlee'],
    ['Zoë', 'Zoe'],
    ['Zoë', 'ZOE\u0308'],
    ['Łukasz Ćwik', 'łukasz cwik'],
    ['Nguyễn Văn Ân', 'nguyen van an'],
    ['Strauß', 'STRAUSS'],
    ['Işıl', 'ISIL'],
    ['Ｂｅｎ', 'Ben'],
    ['Be\u200bn', 'Ben'],
    ['\u202eBen', 'Ben'],
    ['Ίων', 'ιων'],
    ['राम', ' राम'],
  ])('matches %j and %j', (one, other) => {
    expect(isSameName(one, other)).toBe(true)
    expect(isSameName(other, one)).toBe(true)
  })

  it.each([
    ['Ben', 'Ben Lee'],
    ['Ben', 'Benn'],
    ['Ben Lee', 'BenLee'],
    ['Ben', 'Вen'],
    ['राम', 'रम'],
    ['', ''],
    ['  ', ''],
    ['\u200b', ' '],
  ])('does not match %j and %j', (one, other) => {
    expect(isSameName(one, other)).toBe(false)
    expect(isSameName(other, one)).toBe(false)
  })
})
