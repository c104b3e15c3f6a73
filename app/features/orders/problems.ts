import type { Problem } from "#app/contract/problem.ts";

export const belowMinimum: Problem = { code: "below-minimum", status: 409, title: "Below the minimum order quantity" };
export const aboveAvailable: Problem = { code: "above-available", status: 409, title: "More than is available" };
export const priceChanged: Problem = { code: "price-changed", status: 409, title: "The price has changed" };
export const trimRenamed: Problem = { code: "trim-renamed", status: 409, title: "The trim has been renamed" };
export const aboveTolerance: Problem = {
  code: "above-tolerance",
  status: 409,
  title: "More than may be delivered of an order",
};
export const deliveryChanged: Problem = {
  code: "delivery-changed",
  status: 412,
  title: "The delivery has been corrected meanwhile",
};
export const wrongState: Problem = { code: "wrong-state", status: 409, title: "The order is no longer in that state" };
export const orderChanged: Problem = { code: "order-changed", status: 412, title: "The order has changed meanwhile" };
export const approvalNeeded: Problem = {
  code: "approval-needed",
  status: 403,
  title: "A manager of the company has to approve it",
};
export const manyBuyers: Problem = {
  code: "many-buyers",
  status: 409,
  title: "These orders cannot ship together",
};
export const aboveDelivered: Problem = {
  code: "above-delivered",
  status: 409,
  title: "More than was delivered",
};
export const claimLate: Problem = { code: "claim-late", status: 409, title: "Too late for a claim" };
export const claimSettled: Problem = { code: "claim-settled", status: 409, title: "The claim is no longer open" };
export const manyPictures: Problem = { code: "many-pictures", status: 409, title: "A claim has enough pictures" };
export const overCredit: Problem = { code: "over-credit", status: 409, title: "Above the company's credit limit" };
export const lateDue: Problem = { code: "late-due", status: 409, title: "A late day to pay" };
export const depositDue: Problem = { code: "deposit-due", status: 409, title: "The deposit has not come in" };
export const notInvoiced: Problem = { code: "not-invoiced", status: 409, title: "The order has no invoice to credit" };
export const tooManyViews: Problem = { code: "too-many-views", status: 409, title: "There are enough views" };
