// React and other libraries choose their build by NODE_ENV while they are imported: whoever starts the shop imports this
// first. `npm run dev` says otherwise.
process.env.NODE_ENV ||= "production";
