/**
 * Lines of food as people type them, each with its right reading. Written before the rules of `readLine`; the rules
 * were adjusted to these lines. `corpus-held-out.ts` has those to which they were not.
 *
 * TEXT => AMOUNT [PACK]: ITEM {REMARK} | NEXT PART // for PEOPLE
 *
 * AMOUNT is in g, mL or a counted word, '?' if the line names none. '-' is a line that must not be read.
 */
export const corpus = `
# Our templates: car trip, day 1

36 bran or banana muffins, nut-free => 36: bran or banana muffins {nut-free}
30 hard-boiled eggs, boiled and chilled the night before => 30: hard-boiled eggs {boiled and chilled the night before}
30 cheese strings => 30: cheese strings
30 bananas (about 5.5 kg) => 30: bananas {about 5.5 kg}
30 juice boxes, 200 mL each => 30: juice boxes {200 mL each}
5 loaves whole wheat sandwich bread, 675 g each (about 100 slices) => 3375 g [675 loaf]: whole wheat sandwich bread {about 100 slices}
2.4 kg sliced deli turkey and ham (100 g each for 24 people) => 2400 g: sliced deli turkey and ham {100 g each} // for 24
1.2 kg sliced cheddar => 1200 g: sliced cheddar
1 kg hummus => 1000 g: hummus
3 heads leaf lettuce => 3 head: leaf lettuce
15 tomatoes (about 2 kg) => 15: tomatoes {about 2 kg}
4 English cucumbers => 4: English cucumbers
2 kg carrot sticks => 2000 g: carrot sticks
1 jar mayonnaise (890 mL) and 1 bottle mustard (400 mL) => 890 mL [890 jar]: mayonnaise | 400 mL [400 bottle]: mustard
30 apples (about 5 kg) => 30: apples {about 5 kg}
36 beef burger patties, 113 g each (about 4 kg, for 24 people) => 36: beef burger patties {113 g each, about 4 kg} // for 24
12 veggie burger patties (for 6 people) => 12: veggie burger patties // for 6
48 hamburger buns => 48: hamburger buns
48 cheddar slices (about 1 kg) => 48: cheddar slices {about 1 kg}
30 ears of corn => 30 ear: corn
2.5 kg coleslaw mix and 750 mL dressing => 2500 g: coleslaw mix | 750 mL: dressing
10 tomatoes, 6 onions and 2 heads of lettuce => 10: tomatoes | 6: onions | 2 head: lettuce
1 L ketchup, 400 mL mustard and 375 mL relish => 1000 mL: ketchup | 400 mL: mustard | 375 mL: relish
450 g butter, for the corn => 450 g: butter {for the corn}
Salt and pepper => ?: Salt and pepper
90 L drinking water (3 L each) => 90000 mL: drinking water {3 L each}
500 g ground coffee and 30 tea bags => 500 g: ground coffee | 30: tea bags
2 L milk => 2000 mL: milk
1.5 kg nut-free trail mix => 1500 g: nut-free trail mix
1 kg hot chocolate mix, for the first campfire => 1000 g: hot chocolate mix {for the first campfire}

# Day 2

3 kg just-add-water pancake mix (about 130 small pancakes, 4 each) => 3000 g: just-add-water pancake mix {about 130 small pancakes, 4 each}
4 L water, for the batter => 4000 mL: water {for the batter}
72 pork breakfast sausages, packed frozen (about 2.2 kg, 3 each for 24 people) => 72: pork breakfast sausages {packed frozen, about 2.2 kg, 3 each} // for 24
18 veggie breakfast sausages (3 each for 6 people) => 18: veggie breakfast sausages {3 each} // for 6
2 L maple syrup => 2000 mL: maple syrup
500 g butter => 500 g: butter
500 mL cooking oil => 500 mL: cooking oil
2 kg blueberries => 2000 g: blueberries
50 large tortillas, 25 cm (1 or 2 each) => 50: large tortillas {25 cm, 1 or 2 each}
1.5 kg sliced dry-cured salami (for 24 people) => 1500 g: sliced dry-cured salami // for 24
1.5 kg sliced cheddar => 1500 g: sliced cheddar
1.5 kg hummus => 1500 g: hummus
600 g baby spinach => 600 g: baby spinach
8 bell peppers, sliced => 8: bell peppers {sliced}
30 oranges (about 5.5 kg) => 30: oranges {about 5.5 kg}
4 kg boneless chicken thighs, cut up and frozen at home (for 24 people) => 4000 g: boneless chicken thighs {cut up and frozen at home} // for 24
4 cans chickpeas, 540 mL each (for 6 people) => 2160 mL [540 can]: chickpeas // for 6
12 cans coconut milk, 400 mL each => 4800 mL [400 can]: coconut milk
600 g mild curry paste without fish or shrimp => 600 g: mild curry paste without fish or shrimp
2 kg onions, 2 kg carrots and 12 bell peppers => 2000 g: onions | 2000 g: carrots | 12: bell peppers
2.7 kg basmati rice (90 g each) and 5 L water => 2700 g: basmati rice {90 g each} | 5000 mL: water
36 naan => 36: naan
250 mL cooking oil => 250 mL: cooking oil
36 nut-free granola bars, for the trail => 36: nut-free granola bars {for the trail}
2 watermelons (about 7 kg each) => 2: watermelons {about 7 kg each}
1 kg popcorn kernels and 250 mL oil => 1000 g: popcorn kernels | 250 mL: oil

# Day 3

72 eggs (6 dozen) => 72: eggs {6 dozen}
36 large tortillas, 25 cm => 36: large tortillas {25 cm}
4 kg potatoes, diced small => 4000 g: potatoes {diced small}
5 cans black beans, 540 mL each => 2700 mL [540 can]: black beans
900 g cheddar, grated => 900 g: cheddar {grated}
1 kg onions => 1000 g: onions
1.5 L salsa => 1500 mL: salsa
24 cans flaked tuna, 170 g each (for 24 people) => 4080 g [170 can]: flaked tuna // for 24
3 cans chickpeas, 540 mL each (for 6 people) => 1620 mL [540 can]: chickpeas // for 6
48 pitas (1 or 2 each) => 48: pitas {1 or 2 each}
1 jar mayonnaise (890 mL), opened today => 890 mL [890 jar]: mayonnaise {opened today}
2 bunches celery and 4 red onions => 2 bunch: celery | 4: red onions
6 lemons => 6: lemons
1 jar dill pickles (1 L) => 1000 mL [1000 jar]: dill pickles
2 kg carrots, cut into sticks => 2000 g: carrots {cut into sticks}
10 cans kidney beans, 540 mL each => 5400 mL [540 can]: kidney beans
8 cans crushed tomatoes, 796 mL each => 6368 mL [796 can]: crushed tomatoes
4 cans corn, 341 mL each => 1364 mL [341 can]: corn
2 kg onions and 8 bell peppers => 2000 g: onions | 8: bell peppers
120 g mild chili powder and 40 g cumin => 120 g: mild chili powder | 40 g: cumin
1.8 kg fully cooked smoked sausage, vacuum-packed (for 24 people) => 1800 g: fully cooked smoked sausage {vacuum-packed} // for 24
48 dinner rolls => 48: dinner rolls
2 L shelf-stable milk => 2000 mL: shelf-stable milk
S'mores, 2 each: 120 graham squares, 60 marshmallows and 900 g chocolate (a vegetarian bag for 6 people) => 120: graham squares | 60: marshmallows | 900 g: chocolate {a vegetarian bag for 6 people}

# Day 4

1.8 kg quick oats (60 g each) => 1800 g: quick oats {60 g each}
7 L water => 7000 mL: water
3 L shelf-stable milk => 3000 mL: shelf-stable milk
1 L shelf-stable soy beverage => 1000 mL: shelf-stable soy beverage
750 g brown sugar => 750 g: brown sugar
900 g raisins => 900 g: raisins
600 g pumpkin seeds => 600 g: pumpkin seeds
8 cans sliced peaches, 796 mL each => 6368 mL [796 can]: sliced peaches
Cinnamon => ?: Cinnamon
5 loaves sandwich bread, 675 g each (about 100 slices) => 3375 g [675 loaf]: sandwich bread {about 100 slices}
90 cheddar slices (about 1.9 kg, 2 for each of 45 sandwiches) => 90: cheddar slices {about 1.9 kg, 2 for each of 45 sandwiches}
15 cans condensed tomato soup, 284 mL each => 4260 mL [284 can]: condensed tomato soup
4.3 L water, for the soup => 4300 mL: water {for the soup}
What is left of the carrots and apples => -
64 medium tortillas (8 per car, 2 each) => 64: medium tortillas {8 per car, 2 each}
8 cans vegetarian refried beans, 398 mL each (1 per car) => 3184 mL [398 can]: vegetarian refried beans {1 per car}
8 cans corn, 199 mL each (1 per car) => 1592 mL [199 can]: corn {1 per car}
8 jars salsa, about 430 mL each (1 per car) => 3440 mL [430 jar]: salsa {1 per car}
24 small cans flavoured tuna, 85 g each (for 24 people) => 2040 g [85 small can]: flavoured tuna // for 24
32 fruit cups (4 per car) => 32: fruit cups {4 per car}
64 oatmeal cookies, nut-free (8 per car) => 64: oatmeal cookies {nut-free, 8 per car}
A can opener, spoons, napkins and a garbage bag per car => -
60 L drinking water (2 L each, bottles filled before leaving) => 60000 mL: drinking water {2 L each, bottles filled before leaving}
1 kg pretzels, shared among the cars => 1000 g: pretzels {shared among the cars}
What is left of the trail mix and granola bars => -

# Our templates: air travel

2 coffees or teas => 2: coffees or teas
2 bagels or egg sandwiches => 2: bagels or egg sandwiches
2 fruit cups => 2: fruit cups
2 water bottles, filled after security => 2: water bottles {filled after security}
2 sandwiches or wraps => 2: sandwiches or wraps
2 apples => 2: apples
2 granola bars => 2: granola bars
2 light mains, such as soup, salad or pasta => 2: light mains {such as soup, salad or pasta}
1 local dish to share => 1: local dish to share
2 packs of crackers or dried fruit => 2 pack: crackers or dried fruit
2 refillable water bottles => 2: refillable water bottles
Chewing gum for take-off and landing => ?: Chewing gum for take-off and landing

# Plain amounts, metric

2 kg potatoes => 2000 g: potatoes
2kg potatoes => 2000 g: potatoes
2 KG Potatoes => 2000 g: Potatoes
2 kilos of potatoes => 2000 g: potatoes
1 kilo cherry tomatoes => 1000 g: cherry tomatoes
half a kilo of feta => 500 g: feta
1,5 kg flour => 1500 g: flour
0,5 l cream => 500 mL: cream
2 litres of milk => 2000 mL: milk
3 liters orange juice => 3000 mL: orange juice
33 cl beer => 330 mL: beer
2 dl sunflower oil => 200 mL: sunflower oil
20 dag ham => 200 g: ham
500gr mince => 500 g: mince
Mince 100gm => 100 g: Mince
250 grams butter => 250 g: butter
1,500 g minced beef => 1500 g: minced beef
2 000 g buckwheat => 2000 g: buckwheat
1,500 mL cream => 1500 mL: cream
1.25 kg pork shoulder => 1250 g: pork shoulder
0,750 kg sour cream => 750 g: sour cream
~2 kg apples => 2000 g: apples
approx. 3 kg charcoal => 3000 g: charcoal
ca. 5 kg of ice => 5000 g: ice
about 4 kg chicken wings => 4000 g: chicken wings
2 кг картоплі => 2000 g: картоплі
500 г сиру => 500 g: сиру
3 л молока => 3000 mL: молока
1,5 кг буряка => 1500 g: буряка
- 2 kg beets => 2000 g: beets
• 3 kg cabbage => 3000 g: cabbage
* 1 kg sauerkraut => 1000 g: sauerkraut
[ ] 2 L kefir => 2000 mL: kefir
🥔 4 kg new potatoes => 4000 g: new potatoes
2 kg potatoes!! => 2000 g: potatoes
2 kg  salo   smoked => 2000 g: salo smoked

# Plain amounts, imperial

5 lb ground beef => 2267.96 g: ground beef
5 lbs. ground beef => 2267.96 g: ground beef
5lbs hot dogs => 2267.96 g: hot dogs
2 pounds bacon => 907.18 g: bacon
8 oz cream cheese => 226.796 g: cream cheese
16 oz. sour cream => 453.592 g: sour cream
2 lb 8 oz brisket => 1133.98 g: brisket
1 gallon of milk => 3785.41 mL: milk
2 gal lemonade => 7570.82 mL: lemonade
2 quarts chicken broth => 1892.71 mL: chicken broth
1 pint half and half => 473.176 mL: half and half
12 fl oz maple syrup => 354.882 mL: maple syrup
2 cups rice => 500 mL: rice
1 cup of sugar => 250 mL: sugar
3 tbsp olive oil => 45 mL: olive oil
2 Tablespoons soy sauce => 30 mL: soy sauce
1 tsp. salt => 5 mL: salt
1/2 tsp cayenne => 2.5 mL: cayenne
½ cup brown sugar => 125 mL: brown sugar
1½ cups oats => 375 mL: oats
1 1/2 cups oats => 375 mL: oats
1-1/2 cups pancake mix => 375 mL: pancake mix
2 ½ lbs chuck roast => 1133.98 g: chuck roast
1 and 1/2 cups buttermilk => 375 mL: buttermilk
2 and a half pounds coleslaw => 1133.98 g: coleslaw
3/4 lb swiss cheese => 340.194 g: swiss cheese
1.5 lbs deli ham => 680.389 g: deli ham
½ lb pepperoni => 226.796 g: pepperoni
1 1⁄2 lb shrimp => 680.389 g: shrimp

# Counts

24 eggs => 24: eggs
two dozen eggs => 24: eggs
2 dozen eggs => 24: eggs
a dozen bagels => 12: bagels
half a dozen lemons => 6: lemons
1 dz buns => 12: buns
six onions => 6: onions
two red onions => 2: red onions
10 bananas => 10: bananas
1 watermelon => 1: watermelon
1/2 watermelon => 0.5: watermelon
1.5 onions => 1.5: onions
2 large onions => 2: large onions
100 napkins => 100: napkins
1,200 marshmallows => 1200: marshmallows
8x burger patties => 8: burger patties
Eggs x 12 => 12: Eggs
eggs x30 => 30: eggs
12 x buns => 12: buns
3 loaves of bread => 3 loaf: bread
1 loaf sourdough => 1 loaf: sourdough
4 bunches green onions => 4 bunch: green onions
a bunch of parsley => 1 bunch: parsley
6 cloves garlic, minced => 6 clove: garlic {minced}
1 head garlic => 1 head: garlic
2 cans beans => 2 can: beans
3 tins of sardines => 3 tin: sardines
2 bags of ice => 2 bag: ice
a bag of ice => 1 bag: ice
one bag of marshmallows => 1 bag: marshmallows
6 packs instant noodles => 6 pack: instant noodles
2 packets yeast => 2 packet: yeast
2 pkgs tortillas => 2 package: tortillas
3 boxes mac and cheese => 3 box: mac and cheese
1 jar of peanut butter => 1 jar: peanut butter
2 large jars pickles => 2 large jar: pickles
1 bottle ketchup => 1 bottle: ketchup
2 rolls paper towels => 2 roll: paper towels
4 slices rye bread => 4 slice: rye bread
1 pinch of nutmeg => 1 pinch: nutmeg
2 handfuls of spinach => 2 handful: spinach
1 stick butter => 1 stick: butter
3 sprigs thyme => 3 sprig: thyme
1 tube toothpaste => 1 tube: toothpaste
10 шт яєць => 10: яєць
24 rolls => 24: rolls
2 bottles 7UP => 2 bottle: 7UP
500 sheets A4 paper => 500 sheet: A4 paper
2 cartons oat milk => 2 carton: oat milk
1 can opener => 1: can opener

# Packs

2 x 500 g pasta => 1000 g [500 pack]: pasta
2x500g pasta => 1000 g [500 pack]: pasta
4 × 1.5 L sparkling water => 6000 mL [1500 pack]: sparkling water
pasta 2 x 500 g => 1000 g [500 pack]: pasta
Pasta 500 g x 4 => 2000 g [500 pack]: Pasta
3 x 400g cans tomatoes => 1200 g [400 can]: tomatoes
3 cans (400 g) tomatoes => 1200 g [400 can]: tomatoes
3 cans (400 g each) tomatoes => 1200 g [400 can]: tomatoes
3 (28 oz) cans diced tomatoes => 2381.36 g [793.787 can]: diced tomatoes
1 28 oz can crushed tomatoes => 793.787 g [793.787 can]: crushed tomatoes
2 15-oz cans black beans => 850.486 g [425.243 can]: black beans
2 500g bags pasta => 1000 g [500 bag]: pasta
2 2L bottles of coke => 4000 mL [2000 bottle]: coke
5 lb bag of potatoes => 2267.96 g [2267.96 bag]: potatoes
a 10 kg bag of charcoal => 10000 g [10000 bag]: charcoal
500g pack of spaghetti => 500 g [500 pack]: spaghetti
2 bags of 5 kg charcoal => 10000 g [5000 bag]: charcoal
1 bag (2 kg) frozen peas => 2000 g [2000 bag]: frozen peas
2 bottles ketchup, 1 L each => 2000 mL [1000 bottle]: ketchup
2 bottles of water (5 L each) => 10000 mL [5000 bottle]: water
4 packs of 8 buns => 32 [8 pack]: buns
2 packs of buns (12 each) => 2 pack: buns {12 each}
3 boxes granola bars (6 per box) => 18 [6 box]: granola bars
30 granola bars (boxes of 6) => 30 [6 box]: granola bars
2 12-packs cola => 24 [12 pack]: cola
4 cans chickpeas (400 g) => 4 can: chickpeas {400 g}
2 bags carrots (about 3 kg) => 2 bag: carrots {about 3 kg}
180 slices bread (loaves of 18) => 180 slice [18 loaf]: bread
3 kg pasta (packs of 500 g) => 3000 g [500 pack]: pasta
2 trays of 30 eggs => 60 [30 tray]: eggs

# For one person

6 slices bread each (loaves of 18) => 6 slice each [18 loaf]: bread
6 slices of bread each => 6 slice each: bread
3 L water each => 3000 mL each: water
100 g pasta per person => 100 g each: pasta
100g pasta pp => 100 g each: pasta
450 mL milk per head => 450 mL each: milk
2 eggs each => 2 each: eggs
1 apple each => 1 each: apple
100 g per person pasta => 100 g each: pasta
Water: 3 L per person => 3000 mL each: Water
wraps, 2 each => 2 each: wraps
80g rice/person => 80 g each: rice
1/2 avocado each => 0.5 each: avocado
2 cans beer each => 2 can each: beer

# For how many

2 kg tofu (for 6) => 2000 g: tofu // for 6
12 veggie sausages (for 6 vegetarians) => 12: veggie sausages // for 6
3 kg lamb for 24 people => 3000 g: lamb // for 24
2 kg quinoa, for 12 people => 2000 g: quinoa // for 12
500 g lentils (for 4 ppl) => 500 g: lentils // for 4

# The amount after the item

potatoes 2 kg => 2000 g: potatoes
potatoes: 2 kg => 2000 g: potatoes
Milk - 3 L => 3000 mL: Milk
Rice — 2 kg => 2000 g: Rice
Onions 1kg => 1000 g: Onions
eggs 24 => 24: eggs
Eggs: 60 => 60: Eggs
Burgers - 36 => 36: Burgers
Chicken thighs 4 kg (boneless) => 4000 g: Chicken thighs {boneless}
Olive oil 1 bottle => 1 bottle: Olive oil
Beans, 4 cans => 4 can: Beans
Milk: 3 L; Eggs: 24 => 3000 mL: Milk | 24: Eggs
onions 1 kg, carrots 1 kg, rice 500 g => 1000 g: onions | 1000 g: carrots | 500 g: rice
Картопля 5 кг => 5000 g: Картопля
Flour (white) 2 kg => 2000 g: Flour {white}
butter - 500 g - unsalted => 500 g: butter {unsalted}

# Several items

2 onions, 1 kg carrots and 500 g rice => 2: onions | 1000 g: carrots | 500 g: rice
2 onions + 1 kg carrots => 2: onions | 1000 g: carrots
4 tomatoes & 2 cucumbers => 4: tomatoes | 2: cucumbers
1 kg pork; 1 kg beef => 1000 g: pork | 1000 g: beef
2 lemons and a bunch of mint => 2: lemons | 1 bunch: mint
3 kg chicken, chopped, and 2 kg rice => 3000 g: chicken {chopped} | 2000 g: rice
2 packs mac and cheese => 2 pack: mac and cheese
mac and cheese => ?: mac and cheese
chicken, chopped => ?: chicken {chopped}
2 kg chicken, chopped => 2000 g: chicken {chopped}
1 kg peas and carrots => 1000 g: peas and carrots

# Ranges

2-3 kg potatoes => 3000 g: potatoes
2–3 kg beets => 3000 g: beets
4 to 5 onions => 5: onions
1-2 lb bacon => 907.18 g: bacon
500-750 g cheese => 750 g: cheese
1 or 2 cucumbers => 2: cucumbers
500 g - 1 kg mushrooms => 1000 g: mushrooms
1/2 - 1 cup raisins => 250 mL: raisins
20-30 buns => 30: buns

# Remarks

2 L milk (2%) => 2000 mL: milk {2%}
2 L 2% milk => 2000 mL: 2% milk
2 kg (4.4 lb) potatoes => 2000 g: potatoes {4.4 lb}
2 kg beef ($40) => 2000 g: beef {$40}
1 kg onions (red, big ones) => 1000 g: onions {red, big ones}
3 kg potatoes - peeled => 3000 g: potatoes {peeled}
1 L oil, sunflower => 1000 mL: oil {sunflower}

# No amount

Salt => ?: Salt
Olive oil => ?: Olive oil
2% milk => ?: 2% milk
2 % milk => ?: 2 % milk
7UP => ?: 7UP
A4 paper => ?: A4 paper
Ketchup & mustard => ?: Ketchup & mustard
Salt, to taste => ?: Salt {to taste}

# Not to be read

Add ingredients => -
see recipe => -
See recipe in the group chat => -
TBD => -
leftovers => -
ask Ana about the vegetarians => -
Dinner: 6 pm => -
lunch at 12:30 => -
5/12 shopping => -
12.05.2026 buy milk => -
2026-07-14 => -
July 14 => -
14 July barbecue => -
call 555-1234 => -
+380 67 123 45 67 => -
$5 milk => -
milk 5€ => -
-2 kg potatoes => -
0 eggs => -
1e9 kg potatoes => -
1000000000 kg potatoes => -
2 kg => -
12 => -
1.500 kg or 3.3 lb => -
2 kg beef or 3 kg chicken => -
1,500 kg potatoes => -
1.500 g flour => -
1 500 g rice => -
3 L water per person per day => -
1 kg each of carrots and onions => -
3 bean salad => -
7 layer dip => -
seven layer dip => -
24 pack water => -
2 pound cakes => -
6 quart dutch oven => -
10 m rope => -
5 people => -
site 14 => -
4x4 => -
12 oz beer => -
3 banana-ish thingies 4 kg 2 => -
2 kJ bars => -
50% off cheese => -
2 kg תפוחים => 2000 g: תפוחים
2 ק״ג תפוחים => -
٢ كيلو طماطم => -
2 EL Öl => -
BBQ: 2 kg ribs => -
1) 2 kg potatoes => -
https://example.com/recipe/12 => -
`
