import { type Aisle, aisles } from '../plan/shopping.ts'
import type { Need } from './shop-needs.ts'
import { plainText, singularForms } from './word-forms.ts'

export { type Aisle, aisles }

/* Where an item is in a shop. A list says it otherwise by a person's choice; this is what it starts with. */

/** Words in the singular. Of an item's words the longest match counts, then the last: 'tomato soup' is a soup. */
const words: Record<Exclude<Aisle, 'other'>, string> = {
  produce:
    'apple,banana,orange,lemon,lime,pear,peach,plum,grape,berry,blueberry,strawberry,raspberry,blackberry,cherry,melon,' +
    'watermelon,cantaloupe,pineapple,mango,kiwi,avocado,fruit,tomato,cucumber,carrot,carrot stick,onion,garlic,potato,' +
    'sweet potato,peppers,bell pepper,red pepper,green pepper,sweet pepper,hot pepper,lettuce,salad,spinach,cabbage,kale,broccoli,cauliflower,celery,mushroom,zucchini,' +
    'courgette,eggplant,aubergine,squash,butternut squash,corn,corn on the cob,ear of corn,bean sprout,green bean,leek,' +
    'radish,beet,herb,basil,parsley,cilantro,mint,dill,chive,ginger,coleslaw mix,scallion,vegetable,veggie,asparagus,yam,' +
    'shallot,jalapeno,butter lettuce,rhubarb,nectarine,apricot,grapefruit,clementine,mandarin,arugula,tofu',
  bread:
    'bread,bun,roll,bagel,baguette,pita,tortilla,wrap,naan,toast,croissant,muffin,english muffin,pita bread,loaf,cake,pie,' +
    'pastry,doughnut,flatbread,dinner roll,brioche',
  dairy:
    'milk,butter,cheese,cheddar,mozzarella,parmesan,feta,gouda,brie,halloumi,cream,sour cream,yogurt,yoghurt,egg,margarine,' +
    'cheese string,cream cheese,cottage cheese,kefir,creamer,soy milk,oat milk,almond milk,soy beverage,whipped cream,hummus',
  meat_fish:
    'meat,beef,pork,chicken,turkey,lamb,veal,ham,bacon,sausage,salami,pepperoni,hot dog,burger,patty,burger patty,steak,' +
    'chicken thigh,chicken breast,chicken wing,drumstick,mince,ground beef,rib,fish,salmon,trout,cod,shrimp,prawn,wiener,' +
    'chorizo,prosciutto,jerky,meatball,duck,bison,seafood,mussel,crab,deli meat,cold cut,kielbasa',
  dry:
    'pasta,spaghetti,macaroni,penne,noodle,rice,couscous,quinoa,bulgur,flour,oat,oatmeal,cereal,granola,muesli,pancake mix,' +
    'baking powder,baking soda,yeast,lentil,dried bean,split pea,barley,cornmeal,bread crumb,sugar,brown sugar,raisin,' +
    'dried fruit,pumpkin seed,sunflower seed,seed,nut,almond,walnut,peanut,cashew,pecan,stock cube,bouillon,milk powder,' +
    'cocoa,hot chocolate mix,hot chocolate,soup mix,popcorn kernel,mac and cheese,orzo,ramen,starch,instant potato',
  cans:
    'bean,black bean,kidney bean,refried bean,baked bean,chickpea,crushed tomato,diced tomato,canned tomato,tomato paste,' +
    'tomato sauce,coconut milk,tuna,sardine,soup,tomato soup,canned,peach slice,sliced peach,olive,pickle,dill pickle,' +
    'salsa,jam,jelly,honey,peanut butter,almond butter,nut butter,nutella,maple syrup,syrup,pasta sauce,curry paste,pesto,' +
    'applesauce,fruit cup,broth,stock,chili,sauerkraut,flaked tuna,spam,marmalade,condensed milk,evaporated milk',
  spices_oils:
    'salt,pepper,salt and pepper,black pepper,spice,cinnamon,cumin,chili powder,paprika,oregano,curry powder,nutmeg,vanilla,oil,' +
    'cooking oil,olive oil,vegetable oil,vinegar,ketchup,mustard,relish,mayonnaise,mayo,dressing,soy sauce,hot sauce,' +
    'bbq sauce,barbecue sauce,sauce,seasoning,thyme,rosemary,turmeric,garlic powder,onion powder,sriracha,steak spice',
  drinks:
    'water,drinking water,juice,apple juice,orange juice,tomato juice,juice box,beer,wine,coffee,ground coffee,tea,tea bag,' +
    'soda,pop,lemonade,cola,cider,ginger ale,root beer,sparkling water,iced tea,gatorade,whisky,rum,vodka,gin,coconut water',
  snacks:
    'chip,potato chip,tortilla chip,cracker,graham cracker,graham square,cookie,chocolate,chocolate bar,chocolate chip,candy,' +
    'marshmallow,popcorn,pretzel,trail mix,granola bar,energy bar,snack bar,bar,snack,gum,gummy bear,licorice,rice cake,' +
    'rice cracker,brownie,smore,beef jerky,sweet,dried mango,fruit leather',
  frozen: 'frozen,ice,ice cube,ice cream,bag of ice,popsicle,french fry,hash brown,bag ice,freezie',
  household:
    'napkin,paper towel,toilet paper,toilet roll,plate,paper plate,cup,paper cup,bowl,cutlery,fork,knife,spoon,foil,' +
    'aluminum foil,aluminium foil,garbage bag,trash bag,bin bag,bag,zip bag,sandwich bag,dish soap,soap,sponge,dishcloth,' +
    'detergent,match,lighter,charcoal,firewood,wood,propane,fuel,gas canister,fire starter,sunscreen,bug spray,insect repellent,' +
    'battery,candle,tape,duct tape,rope,skewer,can opener,plastic wrap,parchment paper,paper,bleach,hand sanitizer,' +
    'wipe,wet wipe,tissue,toothpick,straw,water jug,coffee filter,cooler,tarp,first aid kit,bandage,toothpaste,shampoo',
}

let aisleOfWord: Map<string, Aisle> | undefined

function buildDictionary(): Map<string, Aisle> {
  const entries = Object.entries(words) as [Aisle, string][]
  return new Map(entries.flatMap(([aisle, list]) => list.split(',').map((word) => [word, aisle] as const)))
}

const MAX_WORDS = 4

/** The aisle of an item of the list. What is needed in cans only is with the cans. */
export function aisleOfItem({ name, needs }: { name: string; needs: readonly Need[] }): Aisle {
  const areCans = needs.length > 0 && needs.every(({ listUnit: { unit, pack } }) => CANS.test(pack?.name ?? unit))
  const aisle = aisleOf(name)
  return areCans && (aisle === 'produce' || aisle === 'other') ? 'cans' : aisle
}

const CANS = /\b(?:can|tin)$/

/** The aisle of an item by its name, or by the name in its key. */
export function aisleOf(name: string): Aisle {
  aisleOfWord ??= buildDictionary()
  const known = aisleOfWord
  const typed = plainText(name).match(/[\p{L}]+/gu) ?? []
  // 'Frozen peas' and 'canned peas' are not where peas are.
  if (typed[0] === 'frozen') return 'frozen'
  if (typed[0] === 'canned') return 'cans'
  for (let length = Math.min(MAX_WORDS, typed.length); length > 0; length--) {
    for (let end = typed.length; end >= length; end--) {
      const found = findAisle(typed.slice(end - length, end), known)
      if (found) return found
    }
  }
  return 'other'
}

/** A phrase, whose last word may be in the plural: 'tea bags', 'ears of corn'. */
function findAisle(phrase: readonly string[], known: ReadonlyMap<string, Aisle>): Aisle | undefined {
  const [first = '', ...rest] = phrase
  const last = rest.pop()
  const firsts = singularForms(first)
  const candidates =
    last === undefined
      ? firsts
      : firsts.flatMap((start) => singularForms(last).map((form) => [start, ...rest, form].join(' ')))
  for (const candidate of candidates) {
    const aisle = known.get(candidate)
    if (aisle) return aisle
  }
  return undefined
}
