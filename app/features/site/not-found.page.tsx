import { data } from "react-router";
import { pageTitle } from "#app/content/brand.ts";
import { NotFoundPicture } from "#app/frame/not-found-picture.tsx";
import styles from "./not-found.page.module.css";

export const handle = { bodyClass: styles.body };

export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  return [{ title: pageTitle("Not found") }, { name: "robots", content: "noindex" }];
}

export default NotFoundPicture;
