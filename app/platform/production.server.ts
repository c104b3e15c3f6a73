// React and other libraries read NODE_ENV when they are imported, so every program that starts the shop imports this
// first. `npm run dev` sets another value.
process.env.NODE_ENV ||= "production";
