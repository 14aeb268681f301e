/** Whether a text contains a search term, ignoring case and accents. */
export const matchesSearch = (text: string, term: string): boolean => plain(text).includes(plain(term.trim()))

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
