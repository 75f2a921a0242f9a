class GenericModule extends Module {
  constructor(config, dependencies) {
    super();
    this.config = config;
    this.dependencies = dependencies;
    this.name = config.name;
    this.library = null;
    this.instance = null;
    this.tools = [];
    this._initialized = false;

    // Initialize asynchronously
    this._initPromise = this.initialize();
  }

  async initialize() {
    this.library = this.loadLibrary();
    this.instance = this.initializeLibrary(this.dependencies);
    this.tools = await this.createTools();
    this._initialized = true;
  }

  loadLibrary() {
    // Sophisticated loading with ESM/CommonJS fallback
    // Test environment support for Jest mocks
    // Local vs npm package resolution
  }

  initializeLibrary(dependencies) {
    // Initialize based on type: constructor, factory, singleton, static
    // Dependency injection with ${variable} substitution
  }

  async createTools() {
    // Create GenericTool instances with error handling
    // Supports both strict and lenient modes
  }

  async getTools() {
    await this._initPromise; // Ensure initialization complete
    return this.tools;
  }
}
