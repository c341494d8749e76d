export default function HelloWorld() {
  return <h1>Hello, world</h1>;
}
