export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** Numbers as words. Higher ones are rarely typed. */
export const NUMBER_WORDS = new Map(
  'one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, index) => [word, index + 1]),
)

export const APPROXIMATELY = words('about approx approx. approximately around ca ca. circa roughly')

/** No item starts with these. */
export const NOT_FIRST = words(
  'a am an and at by ea ea. each every extra-large for from if in is it left less more of off on or other ' +
    'others out per plus pm spare spares than that ' +
    'the they times to total we which who with without x you',
)

/** After a number: not food, but people, times, dates, lengths, money, or a unit that is not known. */
export const NOT_COUNTED = words(
  'a.m. p.m. oclock sec secs second seconds min mins minute minutes h hr hrs hour hours day days night nights week weeks ' +
    'month months year years jan january feb february mar march apr april may june july aug august sep sept september oct ' +
    'october nov november dec december mon monday tue tuesday wed wednesday thu thursday fri friday sat saturday sun ' +
    'sunday people person persons ppl pax adult adults kid kids child children guest guests camper campers vegetarians ' +
    'vegans men women families family teens m cm mm km meter meters metre metres mile miles inch inches ' +
    'foot feet ft yard yards c f t celsius fahrenheit degrees degree deg percent dollars bucks eur euro euros usd cad uah ' +
    'cents serving servings portion portions meal meals course courses extra time are was i up el tl pfund stk msp zehen ' +
    'ct count couple recipe recipes grand guys island musketeers six-pack six-packs hundred thousand million half quarter quarters third thirds dozen dozens kj kcal dosen',
)

/** First words of compounds with a number: '3 bean salad', '7 layer dip', '4 season tent'. */
export const NUMBERED_COMPOUND = words(
  'alarm bean berry bite burner cheese day grain herb ingredient layer man meat minute pan pepper person pot room ' +
    'season seed speed spice star stone way',
)

/** Said of some of what is counted: '10 burgers, 2 vegan'. */
export const KINDS = words(
  'big brown decaf diet fresh green large mild plain red regular skim small spicy vegan ' +
    'vegetarian veggie white whole',
)

/** After a unit these make another thing of it: '2 pound cakes', '1 can opener'. */
export const NOT_CONTENT = words(
  'cake cakes cap caps clip clips cutter holder holders lamp lamps lid lids lunch lunches mat mats net opener openers ' +
    'plug plugs pump stool stools torch torches up ups',
)

/** After a single letter, which is then no cup or spoon: '4 C batteries', '2 T bone steaks'. */
export const NOT_AFTER_LETTER = words(
  'bag bags ball balls battery batteries bone bones cell cells clamp clamps light lights roll rolls shirt shirts size sized ' +
    'tablet tablets vitamin vitamins',
)

/** A measured amount says how big these are: '6 quart dutch oven'. */
export const VESSELS = words(
  'backpack backpacks barrel glass glasses cup cups plate plates spoon spoons ladle barrels basin bowl bowls cooler coolers cooker cookers cylinder dispenser jerrican jerrycan ' +
    'kettle kettles mug mugs oven pan pans pitcher pot pots propane stockpot tank tanks thermos',
)

/** An ounce of these is mostly a fluid ounce, but does not say so. */
export const BEVERAGES = words(
  'ale beer beers cider coke cola drink drinks gatorade juice juices lager lemonade pop soda sodas water wine',
)
export const DRINKS = new Set([...BEVERAGES, 'broth', 'coffee', 'milk', 'soup', 'stock', 'tea'])

/** Words of sentences and headings. A line with one of them and no amount in front is no item. */
export const NOT_ITEM = words(
  'add all already also anything are arrival arrive as ask at bring brings buy buys book call campsite check checkout ' +
    'choose cook day decide depart dinner each else enough every everybody everyone everything few gate get go highway ' +
    'how i if ingredients is it leave leftover leftovers left link list little loop lots lunch make maybe meal meals menu ' +
    'meet mile n need needs no none not nothing number off optional or own page per phone pick pin plus plan please prepare ' +
    'ranger recipe recipes room route same see servings share site some somebody someone something station table take ' +
    'tba tbd tel tent the their there they this todo total trip until feeds makes serves step steps yields use want we what whatever when where which who will ' +
    'you your breakfast brunch supper snack code cabin road our us day: n/a people plenty bit',
)

/** First words of remarks, beside those that end as in REMARK_ENDING. */
const REMARK_STARTS = words(
  'a about at boneless bone big cold cut dry extra finely for fresh from frozen ground half hard if in large like ' +
    'low mild no not on optional or organic plain plus raw ripe skin skinless small soft such thick thin to uncut very ' +
    'vegan warm whole with without',
)
const REMARK_ENDING = /(?:ed|ly|free|less|cut|made|proof)$/

/** Whether words after a comma are surely about the item, and no further item. */
export function isRemark(first: string): boolean {
  return REMARK_STARTS.has(first) || REMARK_ENDING.test(first)
}

/** First words of remarks about a part of the item: 'stems removed', 'tails left on'. */
export const PARTS_OF_ITEMS = words(
  'bones core cores crusts ends fat fronds greens husks kernels leaves needles pits rind roots seeds shells silverskin skin ' +
    'skins stalks stems stones tails tips tops white whites',
)

const PARTICIPLE = /[^e]ed$/
const IRREGULAR_PARTICIPLES = words('beaten broken cut shaken split torn')

/** 'chopped', 'beaten' */
export function isParticiple(word: string): boolean {
  return PARTICIPLE.test(word) || IRREGULAR_PARTICIPLES.has(word)
}

const ADJECTIVES = words(
  'big boneless coarse cold crisp crunchy crusty dry fine firm free-range fresh good hot juicy large lean long medium ' +
    'mild organic plain plump raw ripe skinless small soft sweet tender thick thin warm young',
)

/** Whether a word only says what an item is like: 'skinless', 'thin', 'dry-cured'. */
export function isAdjective(word: string): boolean {
  return ADJECTIVES.has(word) || PARTICIPLE.test(word) || /(?:less|-(?:free|in|on|cut|quality|style))$/.test(word)
}

/** No item has these words in it. */
export const NOT_WITHIN = words(
  'a an apiece daily each every everybody everyone p per pers people person persons ppl some x',
)

export const PEOPLE = words(
  'adults campers guests kids children people persons person ppl pax heads vegans vegetarians veggies omnivores',
)

/** After 'per': one person. */
export const ONE_PERSON = words('person head camper capita guest')
