export { default, meta } from "~/features/public/home-route";
export { loader } from "~/features/public/home-route.server";
