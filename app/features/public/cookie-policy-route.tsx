import { cookiePolicy } from "~/reference/pages/cookie-policy";
import { PublicPage, publicMeta } from "./public-page";

export const meta = publicMeta(cookiePolicy, "cookie-policy");

export default function CookiePolicy() {
  return <PublicPage content={cookiePolicy} />;
}
