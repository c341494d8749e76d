export { default, meta } from "~/features/public/cookie-choices-route";
export { action, loader } from "~/features/public/cookie-choices-route.server";
