// What the specification says of the dashboard, typed from it and imported from nowhere: a text that changes in the
// shop must fail here. `line` is the number of the line that says it.

export const myOrders = {
  heading: { line: "R-210", words: (count: number) => `My Orders : ${count} items` },
  columns: { line: "R-211", names: ["Number", "Email", "Item", "Quantity", "Payment", "Cancel"] },
  pay: {
    line: "R-216",
    button: "Pay",
    question: "Do you want to pay now ?",
    yes: "Yes. Proceed",
    no: "No. Not now",
    leadsTo: "/dashboard/payment",
  },
  cancel: {
    line: "R-220",
    title: "Order Cancel",
    words: "If cancel order then that can not be retrieved. Do you want to cancel this order now ?",
    yes: "Yes",
    no: "No",
  },
  cancelled: { line: "R-224", words: "Order Cancelled" },
} as const;

export const addReview = {
  given: [
    { line: "R-229", label: "Name" },
    { line: "R-230", label: "E-mail" },
  ],
  photo: { line: "R-231", label: "Photo URL" },
  ratings: { line: "R-233", label: "Ratings", placeholder: /out of 5/ },
  review: { line: "R-234", label: "Review" },
  button: { line: "R-235", label: "Add Review" },
  bounds: { line: "R-407", least: 4, most: 5 },
  refused: [
    { line: "R-236", typed: "", words: "Rating is required" },
    { line: "R-237", typed: "3", words: "At least rate 4 out of five" },
    { line: "R-238", typed: "6", words: "You can not rate more than 5" },
  ],
  success: {
    line: "R-240",
    words: "Success !!! Your review is added. Your review is now available on the homepage reviews section.",
  },
} as const;

export const myProfile = {
  given: [
    { line: "R-245", label: "Name" },
    { line: "R-245", label: "E-mail" },
  ],
  fields: [
    { line: "R-246", label: "Phone", key: "phone" },
    { line: "R-247", label: "LinkedIn link", key: "linkedin" },
    { line: "R-248", label: "Location", key: "location" },
    { line: "R-249", label: "Education", key: "education" },
  ],
  button: { line: "R-250", label: "Add / Update Profile" },
  sends: { line: "R-251", keys: ["name", "email", "phone", "linkedin", "location", "education"] },
  success: { line: "R-252", words: "Profile Created !!!!" },
} as const;

/** Asked before an admin deletes a profile or an order. */
const deletion = "Once delete then it can not be restored. Are you sure to delete this Item ?";

export const makeAdmin = {
  heading: { line: "R-256", words: (count: number) => `All Profiles : ${count}` },
  columns: { line: "R-257", names: ["Number", "Email", "Name", "Make Admin", "Remove"] },
  button: { line: "R-258", label: "Make Admin" },
  already: { line: "R-259", words: "Already an admin" },
  success: { line: "R-261", words: "Admin Role Given Successfully !!!!" },
  failed: { line: "R-262", words: "Failed to make an admin" },
  question: { line: "R-264", words: deletion },
  removed: { line: "R-265", words: "User Profile removal success!!!" },
} as const;

export const allOrders = {
  heading: { line: "R-269", words: (count: number) => `All Orders : ${count} items` },
  columns: { line: "R-270", names: ["Number", "Email", "Item", "Quantity", "Payment", "Shipping", "Cancel"] },
  state: { line: "R-271", words: "Pending" },
  question: { line: "R-274", words: deletion },
  cancelled: { line: "R-276", words: "Order Cancelled" },
} as const;

export const addProduct = {
  fields: [
    { line: "R-279", label: "Item name", key: "name", type: "text" },
    { line: "R-280", label: "Unit price", key: "price", type: "text" },
    { line: "R-281", label: "Item description", key: "description", type: "textarea" },
    { line: "R-282", label: "Minimum order quantity", key: "moq", type: "number" },
    { line: "R-283", label: "Current stock quantity", key: "quantity", type: "text" },
    { line: "R-284", label: "Item image URL", key: "img", type: "text" },
  ],
  button: { line: "R-285", label: "Add Item" },
  success: { line: "R-286", words: "Success !!! You have added a new item ." },
} as const;

export const allItems = {
  heading: { line: "R-291", words: (count: number) => `All Items : ${count} items` },
  columns: { line: "R-292", names: ["Number", "Item Name", "Quantity", "Image", "Cancel"] },
  question: { line: "R-294", words: "Once delete then it can not be retrieved. Are you sure to delete this Item ?" },
  deleted: { line: "R-296", words: "Item Deleted" },
} as const;

export const session = {
  tokenKey: { line: "R-410", key: "accessToken" },
  loggedIn: {
    line: "R-402",
    button: "Login",
    words: "login success. You can now see the private/protected routes.",
  },
  loggedOut: { line: "R-324", words: "You Logged out. Please login to visit protected page.", leadsTo: "/home" },
} as const;

export const presentation = {
  modalMs: { line: "R-415", ms: 300 },
  backdropMs: { line: "R-416", ms: 150 },
  toastMs: { line: "R-422", ms: 5000 },
  breakpointsPx: { sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1400 },
} as const;
