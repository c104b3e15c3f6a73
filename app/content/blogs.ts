type Blog = { question: string; answer: readonly string[] };

export const blogsLede = "Five questions that come up at the bench, answered plainly.";

export const blogs: readonly Blog[] = [
  {
    question: "What will you get from a UI library?",
    answer: [
      "Two things: parts that know how to behave, and a page that changes only where it must. You describe what a screen looks like for a given state. The library compares that description with the one before and touches the few places that differ, instead of throwing the page away and drawing it again.",
      "Most of the speed comes from that habit. It also comes from work that is not done at all: a part whose input did not change is not drawn again, code for a screen is fetched when the screen is opened, and the server sends finished HTML, so that people read before the first script has arrived.",
      "What the library does not give you is a fast page by itself. Measure on a slow phone, send less, keep long lists short, and only then reach for the clever tools.",
    ],
  },
  {
    question: "How does state move through an application?",
    answer: [
      "Downwards as values, upwards as events. A parent hands its state to its children; a child that wants a change says so, and the parent decides. Because there is one owner, there is one place to look when a figure is wrong.",
      "So keep each piece of state with the closest part that needs it. Two parts need it: lift it to the parent they share. Many parts at every depth need it, such as who is signed in: put it in a context or a small store. What the address bar can hold, a search or a page number, belongs in the address bar, where it can be shared and the back button understands it.",
      "What came from the server is not yours. It is a copy with an age, so load it near the page, show that it is loading, and ask again after every change. And never store what you can compute.",
    ],
  },
  {
    question: "What is a prototype, and how does inheritance use it?",
    answer: [
      "In JavaScript every object may point to another object, its prototype. When you read a property the object does not have, the engine looks at the prototype, then at the prototype's prototype, and so on until it finds the name or the chain ends at null. Writing is different: it lands on the object itself and never climbs.",
      "That chain is all the inheritance there is. A thousand buttons share one copy of the method `press`, because it lives on the one object they all point to. The keyword `class` is a tidy way to write it down: methods go to the prototype, and `extends` links one prototype to the next.",
      "Two cautions. The link is live, so a change to a shared prototype reaches every object at once; leave the built-in ones alone. And long chains are hard to follow: for most things it is better to give an object a helper than to give it an ancestor.",
    ],
  },
  {
    question: "Why should a component stay pure?",
    answer: [
      "A pure component is like a die: the same blank in, the same rivet out, today and tomorrow. Given the same input it returns the same picture, and while it draws it changes nothing outside itself.",
      "The library relies on that. It may draw a part twice, pause halfway, skip it because the input did not change, or draw it on the server and again in the browser. A part that counts, fetches or writes while it draws will sooner or later count twice, fetch forever, or show one thing here and another there.",
      "Acts belong elsewhere: in the handler of a click, in the loader of a page, or in an effect that says what it depends on and cleans up behind itself. What remains is a function that is easy to read and easy to test.",
    ],
  },
  {
    question: "What is a unit test, and why write one?",
    answer: [
      "A unit test takes one small piece of a program, gives it a known input and checks the answer, in milliseconds and without a network. It is the pull test of the trade: one snap in the jig, a known load, it holds or it does not.",
      "You write it for three reasons. It tells you within seconds that a change broke something you were not looking at. It says what the piece is meant to do, in a form that cannot go stale, because it runs. And a piece that is hard to test is nearly always a piece that does too much, which is good to learn early.",
      "Test what can be wrong: edges, empty lists, the smallest and the largest order. Test the outcome and not the way to it, so that the inside can be rebuilt. A unit test does not show that the pieces fit together; for that, keep a few tests that walk through the whole shop as a buyer would.",
    ],
  },
];
