/*
 * What words of a line say that it contains. Goods count with what they usually contain, since nobody writes it: bread
 * has gluten. Correct a mistake here, with a line in testing/content-corpus.ts.
 */

/** Words in the singular, without accents, with their tags. A word may be in several rows. The longest match counts. */
export const contentWords: readonly [tags: string, words: string][] = [
  [
    'gluten',
    'gluten,wheat,flour,barley,rye,spelt,kamut,farro,semolina,bulgur,couscous,seitan,malt,oat,oats,oatmeal,porridge,bran,' +
      'bread,bun,roll,bagel,baguette,toast,sandwich,pita,tortilla,wrap,burrito,quesadilla,crouton,breadcrumb,cracker,' +
      'graham,graham square,pretzel,biscuit,cereal,' +
      'granola,muesli,pasta,spaghetti,macaroni,penne,fusilli,linguine,lasagna,lasagne,ravioli,tortellini,orzo,noodle,ramen,' +
      'udon,dumpling,perogy,perogie,pierogi,oat milk,oat beverage,oat drink,sourdough,focaccia,ciabatta,english muffin,' +
      'hamburger bun,burger bun,hot dog bun,hotdog bun,hot dog roll,walnut bread,soda bread,malt vinegar',
  ],
  [
    'gluten eggs milk lactose',
    'muffin,pancake,pancake mix,waffle,crepe,cookie,oatmeal cookie,cake,cupcake,brownie,doughnut,donut,croissant,pastry,' +
      'scone,pie,banana bread,french toast,buckwheat pancake,panettone,eclair,cinnamon bun',
  ],
  [
    'gluten milk lactose',
    'pizza,naan,mac and cheese,mac n cheese,mac cheese,goldfish cracker,cheesecake,garlic bread,cheese pizza',
  ],
  ['gluten eggs', 'egg noodle'],
  [
    'milk lactose',
    '🥛,🧀,milk,dairy,butter,buttermilk,cheese,cheddar,mozzarella,parmesan,feta,gouda,brie,halloumi,ricotta,camembert,swiss cheese,' +
      'cottage cheese,cream cheese,goat cheese,goat milk,cheese string,string cheese,cream,whipped cream,sour cream,' +
      'creme fraiche,ice cream,ghee,yogurt,yoghurt,kefir,' +
      'curd,custard,pudding,creamer,whey,casein,caramel,toffee,fudge,butterscotch,milk powder,evaporated milk,paneer,' +
      'hot chocolate,hot chocolate mix,hot cocoa,milkshake,latte,tzatziki,alfredo,margarine,ranch,skim milk',
  ],
  ['lactose', 'lactose'],
  ['milk lactose soybeans', 'chocolate,milk chocolate,chocolate chip,chocolate bar'],
  ['soybeans', 'dark chocolate'],
  ['milk lactose soybeans nuts', 'nutella'],
  ['milk lactose eggs', 'eggnog,quiche,souffle'],
  ['gluten', 'quiche'],
  [
    'eggs',
    '🥚,egg,omelette,omelet,frittata,mayonnaise,mayo,aioli,meringue,egg salad,tartar sauce,tartare sauce,hollandaise',
  ],
  ['eggs', 'coleslaw'],
  ['eggs mustard', 'remoulade'],
  ['eggs fish milk lactose', 'caesar,caesar dressing,caesar salad'],
  [
    'fish',
    'fish,tuna,salmon,cod,trout,haddock,halibut,tilapia,sardine,anchovy,mackerel,herring,pollock,basa,bass,pike,walleye,' +
      'fish sauce,fish stick,caviar,surimi,lox,kipper,anchovie',
  ],
  ['fish gluten', 'worcestershire,worcestershire sauce,fish finger'],
  ['fish crustaceans', 'curry paste'],
  ['crustaceans', 'shrimp,prawn,crab,lobster,crayfish,crawfish,langoustine,krill,scampi,shrimp paste'],
  ['crustaceans molluscs', 'shellfish,seafood'],
  ['molluscs', 'mollusc,mussel,clam,oyster,scallop,squid,calamari,octopus,cuttlefish,snail,escargot'],
  ['molluscs gluten soybeans', 'oyster sauce'],
  ['peanuts', 'pb,peanut,groundnut,peanut butter,peanut oil,satay,satay sauce,peanutbutter,🥜'],
  [
    'nuts',
    'almond,hazelnut,walnut,cashew,pecan,brazil nut,pistachio,macadamia,pine nut,almond butter,almond milk,almond beverage,' +
      'almond drink,cashew milk,hazelnut milk,cashew butter,hazelnut butter,nut butter,nut milk,marzipan,praline,frangipane,' +
      'nougat,almond flour,walnut bread,granola,muesli',
  ],
  ['nuts peanuts', 'nut,mixed nut,trail mix,gorp'],
  ['nuts milk lactose', 'pesto'],
  ['gluten nuts', 'granola bar,baklava'],
  ['peanuts', 'granola bar'],
  [
    'soybeans',
    'soy,soya,soybean,tofu,tempeh,edamame,miso,soy milk,soya milk,soy beverage,soy drink,tvp,lecithin,soy yogurt,soy cream,' +
      'margarine,tofu sausage,soy sausage,tofu dog,soy cheese,teriyaki',
  ],
  ['gluten soybeans', 'soy sauce,teriyaki sauce,hoisin,hoisin sauce'],
  ['celery', 'celery,celeriac,bouillon,stock,broth,vegetable stock,vegetable broth,stock cube,bouillon cube'],
  ['celery meat', 'chicken stock,chicken broth,beef stock,beef broth,bone broth,chicken bouillon,beef bouillon'],
  ['mustard', 'mustard,dijon,honey mustard,mustard seed'],
  ['honey', 'honey,honey mustard'],
  ['sesame', 'sesame,tahini,hummus,houmous,halva,halvah,hamburger bun,burger bun,sesame seed,sesame oil,zaatar'],
  ['sulphites', 'sulphite,sulfite,wine,dried apricot,dried fruit,wine vinegar,red wine vinegar,white wine vinegar'],
  ['sulphites alcohol', 'wine,champagne,prosecco,port,sherry,sangria'],
  ['lupin', 'lupin,lupine,lupin flour'],
  ['gluten alcohol', 'beer,lager,ale,stout'],
  ['alcohol', 'alcohol,alcoholic,vodka,rum,gin,whisky,whiskey,tequila,brandy,liqueur,hard cider,cooler drink,bourbon'],
  [
    'meat',
    'meat,beef,steak,veal,lamb,mutton,chicken,turkey,duck,goose,venison,bison,elk,goat,rabbit,liver,poultry,jerky,burger,' +
      'hamburger,cheeseburger,beef burger,meatball,mince,brisket,pastrami,corned beef,deli meat,cold cut,pate,' +
      'turkey bacon,turkey sausage,chicken sausage,beef sausage,beef hot dog,turkey ham,beef jerky,turkey jerky,' +
      'turkey burger,chicken burger,chili con carne,gravy,lamb chop,lamb sausage,chicken nugget',
  ],
  ['milk lactose', 'cheeseburger'],
  [
    'meat pork',
    '🥓,pork,bacon,ham,sausage,breakfast sausage,salami,pepperoni,prosciutto,pancetta,chorizo,bratwurst,frankfurter,wiener,' +
      'hot dog,hotdog,kielbasa,mortadella,lard,spam,pork chop,pork sausage,rib,pulled pork,smoked sausage,cold cut,' +
      'back bacon,pepperette,baloney,bologna',
  ],
  ['gelatin', 'gelatin,gelatine,marshmallow,gummy,gummy bear,gummie,jello,jelly baby,aspic,smore'],
  ['gluten milk lactose soybeans', 'smore'],
  // The same words in goods that have none of it, and in things.
  [
    '',
    'coconut milk,coconut cream,coconut yogurt,coconut butter,rice milk,hemp milk,pea milk,rice beverage,cocoa butter,' +
      'apple butter,pumpkin butter,butter bean,butter lettuce,cream of tartar,cream soda,shaving cream,sun cream,' +
      'water chestnut,chestnut,tiger nut,oyster mushroom,beefsteak tomato,beef tomato,root beer,ginger ale,ginger beer,' +
      'coleslaw mix,sunflower butter,seed butter,sunflower seed butter,lamb lettuce,rice noodle,glass noodle,corn noodle,zucchini noodle,konjac noodle,rice pasta,corn pasta,' +
      'lentil pasta,chickpea pasta,rice cracker,rice cake,rice bran,rice wrap,rice roll,rice paper roll,lettuce wrap,' +
      'rice flour,corn flour,coconut flour,chickpea flour,buckwheat flour,corn tortilla,crab apple,kosher salt,' +
      'kosher pickle,mushroom burger,bean burger,black bean burger,lentil burger,impossible burger,beyond burger,' +
      'beyond sausage,beyond meat,tofu burger,fish hook,fish net,egg carton,egg cup,milk jug,milk crate,butter knife,' +
      'butter dish,bread knife,steak knife,meat thermometer,meat mallet,wine glass,wine opener,beer glass,pizza cutter,' +
      'cake pan,muffin tin,pie plate,cookie sheet,cookie cutter,cereal bowl,sandwich bag,stock pot,chicken wire,' +
      'duck tape,toilet roll,paper roll,kitchen roll,paper towel roll,foil roll,plastic wrap,cling wrap,bubble wrap',
  ],
]

/**
 * Words that say what is not in the goods that they name: 'vegan sausages'. They take away these tags.
 */
export const contentMarkers: readonly [tags: string, words: string][] = [
  ['meat pork fish crustaceans molluscs gelatin not_halal not_kosher', 'vegetarian,veggie,meatless,mock'],
  [
    'meat pork fish crustaceans molluscs gelatin not_halal not_kosher milk lactose eggs honey',
    'vegan,plant based,plantbased',
  ],
  ['gluten', 'gf'],
  ['milk lactose', 'df,non dairy,nondairy,dairyfree'],
  ['eggs', 'eggless'],
  ['alcohol', 'non alcoholic,nonalcoholic,alcoholfree'],
  ['not_halal gelatin', 'halal'],
  ['not_kosher gelatin', 'kosher'],
  ['nuts peanuts', 'nutless'],
]

/** Contents by name. Only these are taken from goods: 'muffins without nuts', but not 'cake without butter'. */
export const namedContents =
  'gluten,dairy,milk,lactose,egg,nut,peanut,fish,shellfish,seafood,shrimp,prawn,crustacean,mollusc,soy,soya,sesame,celery,' +
  'mustard,sulphite,sulfite,lupin,meat,pork,alcohol,gelatin,gelatine,honey'
