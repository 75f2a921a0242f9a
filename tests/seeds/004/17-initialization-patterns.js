// Constructor: new Library(config)
// Factory: Library.create(config) 
// Singleton: Library.getInstance()
// Static: Library.method() directly
