// What the specification says of the public pages, typed from it and imported from nowhere: a text that changes in the
// shop must fail here. `line` is the number of the line that says it.

export const siteName = "Rivet & Reed";
export const pioneer = { line: "R-003", words: /pioneer of trims suppliers/i };

export const productLines = [
  { line: "R-002", name: /button/i },
  { line: "R-002", name: /zipper/i },
  { line: "R-002", name: /rivet/i },
  { line: "R-002", name: /belts and buckles/i },
  { line: "R-002", name: /labels and hangtags/i },
  { line: "R-002", name: /thread/i },
] as const;

export const routes = {
  public: [
    { line: "R-016", path: "/", title: "Home" },
    { line: "R-017", path: "/home", title: "Home" },
    { line: "R-018", path: "/blogs", title: "Blogs" },
    { line: "R-021", path: "/portfolio", title: "My Portfolio" },
    { line: "R-022", path: "/login", title: "Login" },
    { line: "R-023", path: "/register", title: "Register" },
  ],
  /** Below `/dashboard`; each is opened by a reload as well. */
  buyers: [
    { line: "R-039", path: "/dashboard", title: "Dashboard" },
    { line: "R-042", path: "/dashboard/myorders", title: "My Orders" },
    { line: "R-043", path: "/dashboard/payment", title: "Payment" },
    { line: "R-044", path: "/dashboard/addreview", title: "Add A review" },
    { line: "R-045", path: "/dashboard/myprofile", title: "My Profile" },
  ],
  admins: [
    { line: "R-039", path: "/dashboard", title: "Dashboard" },
    { line: "R-045", path: "/dashboard/myprofile", title: "My Profile" },
    { line: "R-046", path: "/dashboard/makeadmin", title: "Make Admin" },
    { line: "R-047", path: "/dashboard/manageorders", title: "Manage All Orders" },
    { line: "R-048", path: "/dashboard/addproduct", title: "Add A Product" },
    { line: "R-049", path: "/dashboard/manageproducts", title: "Manage Products" },
  ],
} as const;

export const blogs = {
  count: { line: "R-018", questions: 5 },
  about: [
    { line: "R-019", words: /UI library/i },
    { line: "R-019", words: /\bstate\b/i },
    { line: "R-019", words: /\bprototype/i },
    { line: "R-019", words: /unit test/i },
  ],
} as const;

export const portfolio = { line: "R-021", skills: "Skills", externalSites: 3 } as const;

export const sideMenu = {
  buyers: [
    { line: "R-050", label: "My Orders", path: "/dashboard/myorders" },
    { line: "R-051", label: "Add A review", path: "/dashboard/addreview" },
    { line: "R-052", label: "My Profile", path: "/dashboard/myprofile" },
  ],
  admins: [
    { line: "R-052", label: "My Profile", path: "/dashboard/myprofile" },
    { line: "R-053", label: "Make Admin", path: "/dashboard/makeadmin" },
    { line: "R-054", label: "Manage All Orders", path: "/dashboard/manageorders" },
    { line: "R-055", label: "Add A Product", path: "/dashboard/addproduct" },
    { line: "R-056", label: "Manage Products", path: "/dashboard/manageproducts" },
  ],
} as const;

export const welcome = {
  admins: { line: "R-040", words: /admins have all powers/i },
  buyers: {
    line: "R-041",
    words: /normal users see only their orders and (their )?profile,? and can give reviews/i,
  },
} as const;

export const navigation = {
  expandedFromPx: { line: "R-059", px: 992 },
  links: [
    { line: "R-062", label: "Home", path: "/home" },
    { line: "R-063", label: "Blogs", path: "/blogs" },
    { line: "R-064", label: "My Portfolio", path: "/portfolio" },
  ],
  loggedOut: { line: "R-065", label: "Login", path: "/login" },
  loggedIn: { line: "R-066", label: "Dashboard", path: "/dashboard" },
  leave: { line: "R-067", label: "Logout" },
} as const;

export const carousel = {
  slides: [
    { line: "R-072", name: "Labels and hangtags", brands: "17 buyer brands", capacity: "about 100000 pcs per day" },
    { line: "R-073", name: "PU leather belts and buckles", brands: "7 buyer brands", capacity: "about 12000 per week" },
    { line: "R-074", name: "Metal rivets", brands: "11 buyer brands", capacity: "about 5000 per week" },
    { line: "R-075", name: "Metal zippers and pullers", brands: "22 buyer brands", capacity: "about 75000 per day" },
    {
      line: "R-076",
      name: "Metal buttons (shank and snap)",
      brands: "21 buyer brands",
      capacity: "about 55000 per week",
    },
    { line: "R-077", name: "Sewing threads", brands: "31 buyer brands", capacity: "about 7000 per day" },
  ],
  buyers: { line: "R-078", label: "Our Top Buyers" },
  sell: { line: "R-079", label: "Our Monthly Sell" },
  buttonsFromPx: { line: "R-080", px: 576 },
  turnsEveryMs: { line: "R-081", ms: 5000 },
  swipe: { line: "R-084", px: 40 },
} as const;

export const modals = {
  buyers: { line: "R-085", title: "Buyer's Nominations", brands: 7, close: "Close" },
  sell: {
    line: "R-088",
    title: "Average Monthly Sell",
    words: /the average monthly sale of this item is over 5 Million units internationally,? and (it )?is increasing/i,
    close: "Close",
  },
} as const;

export const home = {
  /** The two blocks that the order leaves open are the nominations and the business. */
  order: ["Trims by the piece", "New Items Nomination 2022", "Business Summery", "What buyers say", "Why choose us"],
  nomination: { line: "R-096", title: /^New Items Nomination 2022$/, items: 6, words: /eco friendly and recyclable/i },
  summery: { line: "R-100", title: "Business Summery" },
  counters: [
    { line: "R-101", figure: "107", of: "products" },
    { line: "R-102", figure: "800+", of: "customers" },
  ],
  moreCounters: { line: "R-103" },
  statistics: [
    { line: "R-104", words: "130+ Awards" },
    { line: "R-105", words: "700+ Nomination" },
  ],
  whyUs: [
    { line: "R-106", title: "24 Hrs Support" },
    { line: "R-107", title: "Free Delivery" },
    { line: "R-108", title: "Rapid Production", words: /the shortest lead-time/i },
  ],
  trims: { line: "R-111", columns: 3, fromPx: 992, button: { line: "R-112", label: "Order Now" } },
  reviews: { line: "R-115", columns: 2 },
  loading: { line: "R-120", words: "Loading..." },
  retry: { line: "R-122", label: "Retry" },
} as const;

export const footer = {
  options: [
    { line: "R-123", label: "Site Builders" },
    { line: "R-124", label: "Programmers" },
    { line: "R-125", label: "Licenses" },
    { line: "R-126", label: "map" },
    { line: "R-127", label: "Suppliers" },
    { line: "R-128", label: "Shipping" },
    { line: "R-129", label: "Delivery" },
    { line: "R-130", label: "Security" },
    { line: "R-131", label: "Port Facilities" },
    { line: "R-132", label: "Lead time" },
    { line: "R-133", label: "Delivery Policy" },
    { line: "R-134", label: "Wastage Report" },
    { line: "R-135", label: "Career" },
    { line: "R-136", label: "Newsletter" },
    { line: "R-137", label: "Employees" },
    { line: "R-138", label: "Social Contribution" },
  ],
  modal: { line: "R-139", title: /welcome/i, words: /under construction and will be available soon/, close: "Close" },
  stores: [
    { line: "R-142", name: /app store/i },
    { line: "R-142", name: /play store/i },
  ],
  sections: [
    { line: "R-143", title: "Find us on" },
    { line: "R-144", title: "Global Branches" },
    { line: "R-145", title: "Official Partner" },
  ],
} as const;
