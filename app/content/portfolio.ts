/** A developer's profile without a person in it: nothing here says who it is. */
export const portfolio = {
  lede: "The developer behind this shop. Web applications from the database to the last stitch of the page.",
  about: [
    "I build shops and back offices for people who make things: catalogues with exact prices, order books that never sell a piece twice, and pages that can be read on a phone on the factory floor.",
    "I like plain tools, small files and tests that were red once. I measure before I tune, and I leave a place tidier than I found it.",
  ],
  skills: [
    {
      area: "In the browser",
      items: ["TypeScript", "React", "React Router", "CSS", "Accessibility", "Web performance"],
    },
    {
      area: "On the server",
      items: ["Node.js", "REST APIs", "PostgreSQL", "Identity and sessions", "Queues and mail"],
    },
    { area: "At the bench", items: ["Vitest", "Playwright", "Git", "Continuous integration", "Linux"] },
  ],
  sites: [
    {
      name: "React",
      href: "https://react.dev/",
      text: "The library this shop is drawn with, and the best explanation of it.",
    },
    {
      name: "React Router",
      href: "https://reactrouter.com/",
      text: "How an address becomes a page, on the server and in the browser.",
    },
    {
      name: "Playwright",
      href: "https://playwright.dev/",
      text: "How every journey through this shop is walked before it ships.",
    },
  ],
} as const;
