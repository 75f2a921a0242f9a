class MyModule extends Module {
  static dependencies = ['apiKey'];
  constructor({apiKey}) {
    this.client = new Library({apiKey});
  }
}
