/**
 * Words of the trade that mean the same: other trade names, American spellings, German words. The first of a group is
 * how the catalogue writes it; typed, any member finds all others. Written as `trim_tokens` cuts them: small letters,
 * no accents, no plural -s; a test proves it.
 */
const groups: readonly string[] = [
  // Lines and kinds
  "snap | press stud | popper | press button | snap fastener | press fastener | druckknopf | druckknopfe | drucker",
  "shank button | tack button | jean button | jean knopf | jeansknopf | jeansknopfe | nietknopf | ansatzknopf",
  "button | knopf | knopfe",
  "rivet | stud rivet | niet | niete | nieten | rivetto",
  "zipper | zip | zip fastener | slide fastener | reissverschluss | reissverschlusse | rv",
  "puller | zip pull | zipper pull | pull tab | slider pull | zipperanhanger | anhanger",
  "puller | pull",
  "label | etikett | etiketten | etiquette | webetikett",
  "hangtag | hang tag | tag | swing tag | swing ticket | swingtag | anhangeetikett | hangetikett",
  "price ticket | price tag | barcode tag | preisetikett",
  "patch | aufnaher | back patch | lederpatch",
  "belt | gurtel",
  "buckle | schnalle | gurtelschnalle | gurtelschliesse | schliesse",
  "thread | yarn | sewing thread | garn | nahgarn | faden | nahfaden | zwirn",
  "care label | washing label | wash label | pflegeetikett",
  "size label | grossenetikett",
  "d ring | dring",
  "eyelet | grommet | ose | osen",
  // Making
  "woven | gewebt",
  "printed | gedruckt",
  "end fold | endfold | endfaltung",
  "loop fold | centre fold | mid fold | center fold | mittelfaltung",
  "straight cut | fuse cut | hot cut | heat cut | ultrasonic cut",
  "heat transfer | iron on | transferdruck | bugeletikett",
  "mercerised | gassed",
  "bonded | coated | verklebt",
  "waxed | gewachst",
  "hammered | gehammert",
  "knurled | geriffelt | milled edge",
  "engraved | graviert",
  "donut | doughnut | open top",
  "domed | dome | gewolbt",
  "burr | washer",
  "tubular | hollow",
  "recycled | recycling | rezykliert | upcycled",
  "closed end | non separating | nicht teilbar | unteilbar",
  "open end | separating | teilbar",
  "two way | double slider | 2 way | zweiwege",
  "corespun | core spun | umspinngarn",
  "topstitch | top stitch | decorative seam | ziergarn",
  "selvedge | selvage | self edge",
  "ring spring | ringfeder",
  "s spring | sfeder",
  "prong | zacken",
  "anchor | anker",
  "star | stern",
  "pearl | perle | perlen | perlmutt",
  "wreath | kranz",
  "square | quadratisch | viereckig",
  "round | rund",
  // Materials
  "brass | messing",
  "copper | kupfer",
  "steel | stahl",
  "zinc | zink | zamak",
  "pu leather | faux leather | vegan leather | imitation leather | kunstleder",
  "leather | leder",
  "cotton | baumwolle",
  "linen | leinen | flax",
  "nylon | polyamide | polyamid",
  "jacron | paper leather",
  "cork | kork",
  "card | cardboard | karton",
  "kraft | kraftpaper",
  "damask | damast",
  "taffeta | taft",
  "denim | jean fabric",
  // Finishes
  "nickel look | white bronze | silver look",
  "gunmetal | gun metal | black nickel | ruthenium",
  "antique brass | old brass | aged brass | altmessing | brass antique",
  "antique copper | old copper | altkupfer",
  "antique nickel | old nickel | altnickel | old silver | antique silver | altsilber",
  "matt | matte | mat",
  "nickel free | nickelfrei",
  // Colours
  "grey | gray | grau",
  "black | schwarz",
  "white | weiss",
  "red | rot",
  "blue | blau",
  "green | grun",
  "brown | braun",
  "yellow | gelb",
  "natural | undyed | natur",
  "navy | dark blue | marine | dunkelblau",
  "ecru | off white | raw white | unbleached | rohweiss",
  "gold | golden",
  "silver | silber",
  "cognac | caramel",
  "oxblood | burgundy | bordeaux | bordeau",
  // Spellings
  "centre | center",
  "colour | color",
  "aluminium | aluminum",
  "fibre | fiber",
  "mould | mold",
  "moss | olive",
  "organic | bio",
  "certified | zertifiziert",
  "oeko tex | oekotex | okotex | oko tex",
  "reach | reach compliant",
];

/**
 * What a word may also mean, but not the other way round: who asks for jeans rivets wants every rivet, who asks for
 * rivets no label of denim.
 */
const wider: Readonly<Record<string, string>> = {
  jean: "rivet | shank button",
  denim: "rivet | shank button",
};

/** What a group's member stands for: the words of each of the others. */
export type Meaning = readonly (readonly string[])[];

/** By what is typed, words joined by a blank: the ways the catalogue may write it. */
export const tradeWords: ReadonlyMap<string, Meaning> = readGroups();

/** The most words one member has. */
export const LONGEST = Math.max(...[...tradeWords.keys()].map((words) => words.split(" ").length));

/** Words that say nothing about a trim. */
export const emptyWords: ReadonlySet<string> = new Set(
  "a an and at by for from i in is it me my need no of on or our please show some that the these thi to want we with pcs piece art article nr der die das den dem des ein eine mit und fur von aus zu auf ohne oder im x size sized colour color stock diameter finish trim mm cm".split(
    " ",
  ),
);

function readGroups(): Map<string, Meaning> {
  const meanings = new Map<string, string[][]>();
  for (const group of groups) {
    const members = group.split(" | ");
    for (const member of members) {
      const known = meanings.get(member) ?? [member.split(" ")];
      const others = members.filter((other) => other !== member).map((other) => other.split(" "));
      meanings.set(member, [...known, ...others]);
    }
  }
  for (const [word, also] of Object.entries(wider)) {
    const others = also.split(" | ").map((other) => other.split(" "));
    meanings.set(word, [...(meanings.get(word) ?? [[word]]), ...others]);
  }
  return meanings;
}
