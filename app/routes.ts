import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  route("sitemap.xml", "./features/site/sitemap.resource.ts"),
  route("robots.txt", "./features/site/robots.resource.ts"),
  layout("./frame/site.layout.tsx", [
    index("./features/site/home.page.tsx"),
    route("home", "./features/site/home.page.tsx", { id: "home" }),
    route("blogs", "./features/site/blogs.page.tsx"),
    route("portfolio", "./features/site/portfolio.page.tsx"),
    route("terms", "./features/site/terms.page.tsx"),
    route("trims/:trim", "./features/trims/trim.page.tsx"),
    route("trims", "./features/trims/trims.page.tsx"),
    route("purchase/:id", "./features/orders/purchase.page.tsx"),
  ]),
  layout("./frame/bare.layout.tsx", [
    route("login", "./features/identity/login.page.tsx"),
    route("register", "./features/identity/register.page.tsx"),
    route("reset-password", "./features/identity/reset-password.page.tsx"),
    route("verify-email", "./features/identity/verify-email.page.tsx"),
    route("*", "./features/site/not-found.page.tsx"),
  ]),
  route("signed-in", "./features/identity/popup-end.page.tsx"),
  route("dashboard", "./frame/dashboard.layout.tsx", [
    layout("./frame/dashboard-gate.layout.tsx", [
      index("./features/identity/welcome.page.tsx"),
      route("myorders", "./features/orders/my-orders.page.tsx"),
      route("orders/:number", "./features/orders/order.page.tsx"),
      route("ordersheet", "./features/sheets/order-sheet.page.tsx"),
      route("ordersheets/:number", "./features/sheets/sheet.page.tsx"),
      route("payment", "./features/orders/payment.page.tsx"),
      route("addreview", "./features/reviews/add-review.page.tsx"),
      route("myprofile", "./features/profiles/my-profile.page.tsx"),
      route("makeadmin", "./features/profiles/make-admin.page.tsx"),
      route("manageorders", "./features/orders/manage-orders.page.tsx"),
      route("addproduct", "./features/trims/add-product.page.tsx"),
      route("manageproducts", "./features/trims/manage-products.page.tsx"),
      route("reviews", "./features/reviews/reviews.page.tsx"),
      route("record", "./features/audit/audit-log.page.tsx"),
      route("*", "./features/site/not-found.page.tsx", { id: "dashboard-not-found" }),
    ]),
  ]),
] satisfies RouteConfig;
