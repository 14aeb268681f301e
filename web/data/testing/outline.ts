import type { Mutation } from '#domain/operations/operation.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Mutations as text with a star for each id, such as 'set * items * checked'. */
export const outlineOf = (mutations: readonly Pick<Mutation, 'do' | 'at'>[]): string[] =>
  mutations.map(({ do: mutation, at }) => [mutation, ...at.map((key) => (ID.test(key) ? '*' : key))].join(' '))
