import type { ExpenseCategory } from '#domain/plan/costs.ts'

/** Beginnings of words. The first category with one of them is the guess. */
const beginnings: Record<Exclude<ExpenseCategory, 'other'>, string> = {
  gear: 'tent canoe kayak paddle stove propane firewood wood rope lantern rental gear bike',
  fees: 'permit fee ticket pass entrance entry insurance toll visa tax reservation',
  lodging: 'hotel hostel motel cabin campsite campground lodg airbnb room apartment site inn',
  transport:
    'gas fuel petrol diesel taxi uber train bus flight ferry parking rental-car car-rental car shuttle metro tram',
  food: 'grocer food breakfast lunch dinner supper restaurant cafe coffee pizza beer wine drink snack supermarket bakery ice meal bread meat bbq brunch pub bar',
  activities: 'museum tour lesson guide show concert cinema game ski climb spa boat',
}

const categories = Object.entries(beginnings).map(([category, words]) => ({
  category: category as ExpenseCategory,
  words: words.split(' '),
}))

/** What an expense is probably for, by its name: 'Groceries for Friday' is food. */
export function guessCategory(name: string): ExpenseCategory {
  const typed = name.toLowerCase().match(/\p{L}+/gu) ?? []
  const isMeant = (word: string, beginning: string) =>
    beginning.length < 4 ? word === beginning || word === `${beginning}s` : word.startsWith(beginning)
  for (const word of typed)
    for (const { category, words } of categories)
      if (words.some((beginning) => isMeant(word, beginning))) return category
  return 'other'
}
